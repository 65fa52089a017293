import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorOf } from '@quorate/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { foundNetwork, freshNetwork, keepNetwork } from './constitution-file.ts';

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-constitution-'));
  path = join(dataDir, 'network.json');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it.each([
  ['roster.json', '{"version": 1, "validators": 4}'],
  ['v1/data.mdb', 'a store'],
])('a network that is gone is not founded anew beside %s of the old one', (left, text) => {
  mkdirSync(join(dataDir, 'v1'));
  expect(foundNetwork({ dataDir }, 7n)).toMatchObject({ genesisTimeNanos: 7n });
  writeFileSync(join(dataDir, left), text);
  expect(errorOf(() => foundNetwork({ dataDir }, 7n))).toMatchObject({
    code: 'UnreadableData',
    message:
      `${path} cannot be read: it is gone, and a devnet was kept there; put an export or a backup ` +
      'of the whole devnet back, or choose another folder',
  });
});

it('a network of more accounts than there can be is refused', () => {
  keepNetwork(dataDir, freshNetwork({ ...DEFAULT_CONSTITUTION, accounts: 1_000_000_000 }, 7n));
  expect(errorOf(() => foundNetwork({ dataDir }, 7n))).toMatchObject({
    code: 'UnreadableData',
    message: `${path} cannot be read: accounts: expected at most 1000`,
  });
});
