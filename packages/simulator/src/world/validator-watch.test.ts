import {
  type Account,
  applyChanges,
  EMPTY_LEDGER,
  type Ledger,
  ledgerDigest,
  NEW_ACCOUNT,
  type ValidatorState,
} from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from '../oracles/model/ledger-change.ts';
import { memoryMatchesStore } from '../oracles/nodes/memory-matches-store.ts';
import { createValidatorWatch } from './validator-watch.ts';
import { WATCH_ALL } from './watching.ts';

const key = addressOf('alice');
const settled: Account = { ...NEW_ACCOUNT, nextNonce: 1n };
const merged: Account = { ...settled, lock: { kind: 'contested', envelopes: [] as never } };

/** Has the watch see a step that writes one account in these batches, and leaves it as given. */
function watched(batches: readonly (readonly Account[])[], left: Account) {
  const stateWith = (ledger: Ledger) => ({ ledger }) as ValidatorState;
  const after = applyChanges(EMPTY_LEDGER, [{ table: 'account', key, value: left }]);
  const observation = {
    node: 'v1',
    input: { type: 'Timer', id: 'any' },
    before: stateWith(EMPTY_LEDGER),
    after: stateWith(after),
    effects: batches.map((batch) => ({
      type: 'Persist' as const,
      writes: batch.map((value) => ({ key: `account/${key}`, value })),
    })),
  } as const;
  const { changes, digest } = createValidatorWatch(WATCH_ALL).step(observation);
  const finding = memoryMatchesStore().afterStep?.({
    validator: 'v1',
    observation,
    changes: changesOf(EMPTY_LEDGER, changes),
    now: () => 0n,
  });
  return { finding, digest, expected: ledgerDigest(after) };
}

describe('a step that settles for an account and merges its lock', () => {
  it.each([
    ['one batch', [[settled, merged]]],
    ['two batches', [[settled], [merged]]],
  ])('memory-matches-store goes by what is written last, in %s', (_, batches) => {
    const right = watched(batches, merged);
    expect(right.finding).toBeUndefined();
    expect(right.digest).toBe(right.expected);
    expect(watched(batches, settled).finding?.facts).toMatchObject({ what: 'the table account' });
  });
});
