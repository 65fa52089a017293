import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDigest, ledgerDigest, recoverValidator, type ValidatorState } from '@quorate/core';
import { EVERY_KEY } from '@quorate/storage';
import { openLmdbStore } from '@quorate/storage/lmdb';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { anySetting, play, start } from '../ledger/both-ledgers.ts';
import type { Effects } from '../ledger/core-ledger.ts';
import { anyHistory } from '../ledger/plans.ts';
import { writeTransaction } from '../ledger/write-transaction.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-restart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Batch = Extract<Effects[number], { readonly type: 'Persist' }>['writes'];

let opened = 0;

/** Writes batches to a store on disk, flushed or not, and reads it back once it is opened anew. */
async function throughLmdb(batches: readonly Batch[]) {
  opened += 1;
  const path = join(folder, `${opened}`);
  const store = openLmdbStore<unknown>({ path });
  for (const batch of batches) {
    store.write(
      batch.map(({ key, value }) =>
        value === undefined ? { type: 'Delete', key } : { type: 'Put', key, value },
      ),
    );
  }
  await new Promise((resolve) => store.flush(resolve));
  store.close();
  await store.closed;
  const again = openLmdbStore<unknown>({ path });
  const rows = [...again.scan(EVERY_KEY)].map(([key, value]) => ({ key, value }));
  again.close();
  await again.closed;
  return rows;
}

/** Lists every record of a ledger, locks included. */
function recordsOf({ ledger }: ValidatorState): readonly unknown[] {
  return Object.entries(ledger).map(([table, records]) => [table, [...records]]);
}

describe('a validator that comes up from LMDB', () => {
  it('V8 holds what it held, to the last byte of its digest, after any history', {
    timeout: 180_000,
  }, async () => {
    const property = fc.asyncProperty(
      anySetting(),
      anyHistory(['submit', 'deliver']),
      anyHistory(['submit']),
      async (setting, history, locked) => {
        const batches: Batch[] = [];
        const both = start(setting, (_before, effects) => {
          for (const effect of effects) if (effect.type === 'Persist') batches.push(effect.writes);
        });
        const { genesis } = both.core.state();
        batches.push(recoverValidator(genesis, []).writes);
        for (const plan of history) play(both, plan);
        // A restart must not forget what is signed and never settles.
        for (const plan of locked) both.core.submit(writeTransaction(plan, both.naive.state));
        const { state, writes } = recoverValidator(genesis, await throughLmdb(batches));
        expect(writes).toEqual([]);
        expect(formatDigest(ledgerDigest(state.ledger))).toBe(formatDigest(both.core.digest()));
        expect(recordsOf(state)).toEqual(recordsOf(both.core.state()));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});
