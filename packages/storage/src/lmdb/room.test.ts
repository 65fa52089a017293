import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLmdbStore } from '../lmdb-store.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'quorate-room-'));
});
afterEach(() => rmSync(path, { recursive: true }));

/** A disk that takes nothing, which only a write shows. */
const FULL = '/dev/full';

// If LMDB opened them itself, each of these would end the process of the test.
describe('a store that cannot be opened is refused', () => {
  it.runIf(existsSync(FULL)).each(['lock.mdb', 'data.mdb.room'])(
    'where there is no room for %s',
    (file) => {
      symlinkSync(FULL, join(path, file));
      expect(() => openLmdbStore({ path })).toThrow(
        expect.objectContaining({ code: 'DiskFull', message: expect.stringContaining(path) }),
      );
    },
  );

  it('if its table of readers is not a file', () => {
    mkdirSync(join(path, 'lock.mdb'));
    expect(() => openLmdbStore({ path })).toThrow(/cannot be opened: EISDIR/);
  });
});

it('a store that was cut off before anything was in it begins anew', async () => {
  writeFileSync(join(path, 'data.mdb'), '');
  const store = openLmdbStore<number>({ path });
  store.write([{ type: 'Put', key: 'a', value: 1 }]);
  await new Promise((resolve) => store.flush(resolve));
  expect(store.get('a')).toBe(1);
  store.close();
  await store.closed;
});
