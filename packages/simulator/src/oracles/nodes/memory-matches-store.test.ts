import { applyChanges, EMPTY_LEDGER, NEW_ACCOUNT, type RecordChange } from '@quorate/core';
import type { Signature } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import type { Retrospect, ValidatorStep } from '../oracle.ts';
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

const alice = addressOf('alice');
const [one, other] = [0n, 1n].map((nonce) => envelopeOf(alice, { kind: 'LeaveCommittee' }, nonce));

/** Every lock that an account may have, and none. */
const LOCKS = [
  undefined,
  { kind: 'pending', envelope: one, signature: undefined },
  { kind: 'pending', envelope: one, signature: '01'.repeat(64) as Signature },
  { kind: 'pending', envelope: one, signature: '02'.repeat(64) as Signature },
  { kind: 'pending', envelope: one, signature: undefined, isHandedOver: true },
  { kind: 'pending', envelope: other, signature: undefined },
  { kind: 'contested', envelopes: [one] },
  { kind: 'contested', envelopes: [one, other] },
] as readonly (typeof NEW_ACCOUNT.lock)[];

it('V8 memory-matches-store finds every lock that a restart would give back otherwise', () => {
  const locked = (lock: typeof NEW_ACCOUNT.lock): readonly RecordChange[] => [
    { table: 'account', key: alice, value: { ...NEW_ACCOUNT, nextNonce: 1n, lock } },
  ];
  for (const held of LOCKS) {
    for (const stored of LOCKS) {
      const expected = held === stored ? undefined : DRIFT;
      expect(finding(locked(held), locked(stored))).toEqual(expected);
    }
  }
});

it('memory-matches-store does not mind in which order records came', () => {
  const changes = ['alice', 'bob', 'carol'].flatMap((name): readonly RecordChange[] => [
    { table: 'account', key: addressOf(name), value: { ...NEW_ACCOUNT, creditCount: 1 } },
    { table: 'signer', key: addressOf(name), value: true },
  ]);
  expect(finding(changes, changes.toReversed())).toBeUndefined();
});

describe('memory-matches-store finds after a step', () => {
  const gets = (value: bigint): RecordChange => ({ table: 'balance', key: 'alice/gold', value });
  const has = (value?: bigint): RecordChange => ({ table: 'balance', key: 'bob/gold', value });
  const spends = has();

  /** Says what is wrong with a step that makes the one in memory, and writes the other. */
  function drifts(made: readonly RecordChange[], changes: readonly RecordChange[]) {
    const before = applyChanges(EMPTY_LEDGER, [has(5n)]);
    const after = made.length === 0 ? before : applyChanges(before, made);
    const observation = { before: { ledger: before }, after: { ledger: after } };
    const step = { validator: 'v1', observation, changes } as unknown as ValidatorStep;
    return memoryMatchesStore().afterStep?.(step)?.facts['what'];
  }

  it.each([
    ['nothing where nothing changed', [], [], undefined],
    ['nothing where all was written', [gets(5n), spends], [gets(5n), spends], undefined],
    ['a table of which nothing was written', [gets(5n), signer], [gets(5n)], 'the table signer'],
    ['that nothing at all was written', [gets(5n)], [], 'the table balance'],
    ['that something else was written', [gets(5n)], [gets(6n)], 'the table balance'],
    ['that what is gone was written', [spends], [has(5n)], 'the table balance'],
    ['that what did not change was written', [], [gets(6n)], 'the table balance'],
  ] as const)('%s', (_, made, written, what) => {
    expect(drifts(made, written)).toBe(what);
  });
});

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
