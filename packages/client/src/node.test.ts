import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileOutbox } from './node.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-outbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('an outbox is empty where there is no file, and not where a link to it leads nowhere', async () => {
  const path = join(folder, 'outbox.json');
  expect(await fileOutbox(path).load()).toBeUndefined();
  symlinkSync(join(folder, 'elsewhere'), path);
  await expect(fileOutbox(path).load()).rejects.toMatchObject({ code: 'ENOENT' });
});
