import { type SnapshotEntry, type TransactionEnvelope, transactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { genesis, VERIFIER } from '../../test/genesis.ts';
import { payment } from '../../test/payments.ts';
import { type Account, applyChanges, EMPTY_LEDGER, type Lock } from '../ledger/ledger.ts';
import { faultyMax, quorumSize } from '../quorum.ts';
import { VALIDATOR_RULES } from '../validator/rules.ts';
import { mergeLocks } from './merge-locks.ts';

const ENV = { verifier: VERIFIER, rules: VALIDATOR_RULES, network: genesis() };
const alice = addressOf('alice');
const T = payment();
const RIVAL = payment({ to: 'carol' });

const shows = (...held: readonly TransactionEnvelope[]): readonly SnapshotEntry[] => [
  { address: alice, nextNonce: 0n, held },
];
const NOTHING: readonly SnapshotEntry[] = [];

/** Merges snapshots of alice's account into a ledger in which it stands so. */
function merged(tables: readonly (readonly SnapshotEntry[])[], before?: Account): Lock | undefined {
  const ledger =
    before === undefined
      ? EMPTY_LEDGER
      : applyChanges(EMPTY_LEDGER, [{ table: 'account', key: alice, value: before }]);
  const changes = mergeLocks(ledger, tables, ENV);
  return applyChanges(ledger, changes).account.get(alice)?.lock;
}

const forbidden = ({ transaction }: TransactionEnvelope, lock: Lock | undefined): boolean =>
  lock?.kind === 'contested' ||
  (lock?.kind === 'pending' &&
    transactionId(lock.envelope.transaction) !== transactionId(transaction));

describe('merging a quorum of snapshots', () => {
  it('C6 nothing shown leaves an account free', () => {
    expect(merged([NOTHING, NOTHING, NOTHING])).toBeUndefined();
  });

  it('C6 one transaction shown is held, without a signature of the new epoch', () => {
    const lock = { kind: 'pending', envelope: T, signature: undefined, isHandedOver: true };
    expect(merged([NOTHING, shows(T), shows(T)])).toEqual(lock);
    // What comes over a wire is a copy, and a copy is no rival.
    expect(merged([NOTHING, shows(T), shows(structuredClone(T))])).toEqual(lock);
  });

  it('C6 two rivals shown are contested', () => {
    expect(merged([shows(T), NOTHING, shows(RIVAL)])).toEqual({
      kind: 'contested',
      envelopes: [T, RIVAL],
    });
  });

  it('C6 contested in one snapshot is contested, over a second change too', () => {
    expect(merged([NOTHING, shows(T, RIVAL), NOTHING])?.kind).toBe('contested');
    expect(merged([shows(T), shows(RIVAL, T), shows(T)])?.kind).toBe('contested');
  });

  it('C6 an own pending is never replaced, and its old signature is not of this epoch', () => {
    const own: Account = {
      nextNonce: 0n,
      lock: { kind: 'pending', envelope: T, signature: 'ab' as never },
      creditCount: 2,
    };
    expect(merged([shows(RIVAL), NOTHING], own)?.kind).toBe('contested');
    expect(merged([NOTHING, NOTHING], own)).toEqual({
      kind: 'pending',
      envelope: T,
      signature: undefined,
      isHandedOver: true,
    });
  });

  it('C6 what is shown at a nonce that has settled since is nobody’s lock', () => {
    expect(
      merged([shows(T), shows(T)], { nextNonce: 1n, lock: undefined, creditCount: 0 }),
    ).toBeUndefined();
  });

  it('keeps what else is known of an account', () => {
    const before: Account = { nextNonce: 0n, lock: undefined, creditCount: 7 };
    const ledger = applyChanges(EMPTY_LEDGER, [{ table: 'account', key: alice, value: before }]);
    expect(mergeLocks(ledger, [shows(T)], ENV)).toEqual([
      {
        table: 'account',
        key: alice,
        value: {
          ...before,
          lock: { kind: 'pending', envelope: T, signature: undefined, isHandedOver: true },
        },
      },
    ]);
    expect(mergeLocks(ledger, [NOTHING], ENV)).toEqual([]);
  });

  // The heart of the argument: any q snapshots share a correct signer with any certificate.
  it('C6 what a quorum signed is never free and its rival never held, whichever q are merged', () => {
    const anyRun = fc.integer({ min: 1, max: 10 }).chain((size) => {
      const members = Array.from({ length: size }, (_, index) => index);
      const quorum = quorumSize(size);
      return fc.record({
        size: fc.constant(size),
        liars: fc.subarray(members, { maxLength: faultyMax(size) }),
        signers: fc.subarray(members, { minLength: quorum }),
        counted: fc.subarray(members, { minLength: quorum, maxLength: quorum }),
        others: fc.array(fc.constantFrom<'nothing' | 'rival'>('nothing', 'rival'), {
          minLength: size,
          maxLength: size,
        }),
        lies: fc.array(fc.constantFrom(NOTHING, shows(RIVAL), shows(T), shows(T, RIVAL)), {
          minLength: size,
          maxLength: size,
        }),
      });
    });
    fc.assert(
      fc.property(anyRun, ({ liars, signers, counted, others, lies }) => {
        const tables = counted.map((member) => {
          if (liars.includes(member)) return lies[member] ?? NOTHING;
          if (signers.includes(member)) return shows(T);
          return others[member] === 'rival' ? shows(RIVAL) : NOTHING;
        });
        const lock = merged(tables);
        expect(lock).not.toBeUndefined();
        expect(forbidden(RIVAL, lock)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
