import { applyChanges, EMPTY_LEDGER, NEW_ACCOUNT, type RecordChange } from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { expect, it } from 'vitest';
import type { Retrospect } from '../oracle.ts';
import { memoryMatchesStore } from './memory-matches-store.ts';

/** Says what is wrong if v1 holds the one in memory at the end of a run, and its disk the other. */
function finding(held: readonly RecordChange[], stored: readonly RecordChange[]) {
  const [state, disk] = [held, stored].map((changes) => ({
    ledger: applyChanges(EMPTY_LEDGER, changes),
  }));
  const run = { validators: [{ name: 'v1', state, stored: disk }] } as unknown as Retrospect;
  return memoryMatchesStore().atRest?.(run)?.facts;
}

const DRIFT = { validator: 'v1', what: 'the ledger' };
const signer: RecordChange = { table: 'signer', key: addressOf('bob'), value: true };

it('C2 memory-matches-store finds that a restart forgets who signed beside a sender', () => {
  expect(finding([signer], [])).toEqual(DRIFT);
  expect(finding([], [signer])).toEqual(DRIFT);
  expect(finding([signer], [signer])).toBeUndefined();
});

it('P6 memory-matches-store finds that a restart forgets how often an account was credited', () => {
  const credited = (creditCount: number): readonly RecordChange[] => [
    { table: 'account', key: addressOf('bob'), value: { ...NEW_ACCOUNT, creditCount } },
  ];
  expect(finding(credited(2), credited(0))).toEqual(DRIFT);
  expect(finding(credited(2), credited(2))).toBeUndefined();
});

it('memory-matches-store finds that a restart begins to prune elsewhere', () => {
  const upTo = (next: bigint) => ({ ledger: EMPTY_LEDGER, pruning: { next } });
  const between = (state: object, stored: object) => {
    const run = { validators: [{ name: 'v1', state, stored }] } as unknown as Retrospect;
    return memoryMatchesStore().atRest?.(run)?.facts;
  };
  const drift = { validator: 'v1', what: 'how far it has pruned' };
  expect(between(upTo(2n), upTo(3n))).toEqual(drift);
  expect(between(upTo(3n), upTo(2n))).toEqual(drift);
  expect(between(upTo(2n), upTo(2n))).toBeUndefined();
});
