import { certificateKey, type ProxyState, type StoreRow } from '@quorate/core';
import {
  type Address,
  factsOf,
  type NamedSignature,
  type Signature,
  type TransactionCertificate,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { CREATE_GOLD, envelopeOf } from '../../../test/envelopes.ts';
import type { ProxyStep } from '../oracle.ts';
import { successKept } from './success-kept.ts';

const alice = '01'.repeat(32) as Address;
const bob = '02'.repeat(32) as Address;
const envelope = envelopeOf(alice, { kind: 'LeaveCommittee' });

/** The certificate of a transaction that these have signed. */
function signedBy(...signers: readonly string[]): TransactionCertificate {
  const signatures = signers.map(
    (digits): NamedSignature => [digits.repeat(32) as Address, digits.repeat(64) as Signature],
  );
  return { envelope, signatures };
}

/** A certificate of a transaction that pruning may take. */
function of(sender: Address, nonce: bigint): TransactionCertificate {
  return { envelope: envelopeOf(sender, CREATE_GOLD, nonce), signatures: [] };
}

/** Keeps one of each sender, however old. */
const pruning = { policy: { olderThanNanos: 0n, keepPerAccount: 1n } };

function rowOf(certificate: TransactionCertificate): StoreRow {
  const { sender, nonce } = factsOf(certificate.envelope.transaction).transaction;
  return { key: certificateKey(sender, nonce), value: { certificate, settledAt: 0n } };
}

interface Step {
  readonly writes?: readonly StoreRow[];
  readonly disk?: readonly StoreRow[];
  readonly isFirst?: boolean;
  readonly pruning?: object;
  readonly incomplete?: ReadonlyMap<string, object>;
}

/** A step in which a proxy answers with a certificate. */
function answering(
  certificate: TransactionCertificate,
  { writes = [], disk = [], isFirst = true, incomplete = new Map(), ...more }: Step = {},
): ProxyStep {
  const result = { type: 'Success', certificate } as const;
  const effects = [
    { type: 'Reply', to: 'alice', requestId: 'r', result },
    { type: 'Persist', writes },
  ] as const;
  const state = { pruning: more.pruning, incomplete } as unknown as ProxyState;
  const input = { type: 'Timer', id: 'any' } as const;
  const observation = { node: 'p1', input, before: state, after: state, effects };
  return { node: 'p1', observation, isFirst, disk: () => disk, now: () => 0n };
}

function findingOf(...steps: readonly ProxyStep[]) {
  const oracle = successKept();
  return steps.map((step) => oracle.afterProxyStep?.(step)).at(-1);
}

const known = signedBy('0a', '0b', '0c');

describe('success-kept', () => {
  it('P3 finds an acknowledgement of what the proxy does not write down', () => {
    expect(findingOf(answering(known))?.message).toBe(
      'p1 acknowledged a transaction and kept none of it',
    );
    expect(findingOf(answering(known, { writes: [rowOf(known)] }))).toBeUndefined();
  });

  it('P3 finds other signatures than those that were given out before', () => {
    const first = answering(known, { writes: [rowOf(known)] });
    const other = signedBy('0a', '0b', '0d');
    expect(findingOf(first, answering(other, { isFirst: false }))?.message).toBe(
      'p1 acknowledged a transaction and kept another certificate of it',
    );
    expect(findingOf(first, answering(known, { isFirst: false }))).toBeUndefined();
  });

  it('P3 finds another signature of its sender than the one that was given out before', () => {
    const first = answering(known, { writes: [rowOf(known)] });
    const signature = { kind: 'Signature', signature: '0f'.repeat(64) as Signature } as const;
    const other = { ...known, envelope: { ...envelope, signature } };
    expect(findingOf(first, answering(other, { isFirst: false }))?.message).toBe(
      'p1 acknowledged a transaction and kept another certificate of it',
    );
  });

  it('P3 does not take another certificate of the same sender for the one that is owed', () => {
    const next = envelopeOf(alice, { kind: 'LeaveCommittee' }, 1n);
    const later = { ...known, envelope: next };
    const finding = findingOf(answering(later, { writes: [rowOf(known)] }));
    expect(finding?.message).toBe('p1 acknowledged a transaction and kept none of it');
    expect(findingOf(answering(later, { writes: [rowOf(later)] }))).toBeUndefined();
  });

  it('knows what the disk gave back, and no more than that', () => {
    expect(findingOf(answering(known, { disk: [rowOf(known)] }))).toBeUndefined();
    const before = answering(known, { writes: [rowOf(known)] });
    expect(findingOf(before, answering(known))?.message).toBe(
      'p1 acknowledged a transaction and kept none of it',
    );
  });

  it('owes no old certificate where a proxy prunes', () => {
    expect(findingOf(answering(known, { pruning }))).toBeUndefined();
  });

  const toStay = 'p1 lets go of a certificate that is to stay';

  /** What is found where the first of these goes while all are on the disk. */
  function findingOfGone(held: readonly TransactionCertificate[], how: Step = {}) {
    const disk = held.map(rowOf);
    const writes = disk.slice(0, 1).map(({ key }) => ({ key, value: undefined }));
    return findingOf(answering(known, { ...how, disk, writes }))?.message;
  }

  const findingOfPruned = (...held: readonly TransactionCertificate[]) =>
    findingOfGone(held, { pruning });

  it('lets a certificate go as soon as its sender has as many newer ones as are to stay', () => {
    expect(findingOfPruned(of(alice, 0n), of(alice, 1n))).toBeUndefined();
    expect(findingOfPruned(of(alice, 0n), of(alice, 2n))).toBeUndefined();
  });

  it('P3 finds that a certificate goes that nothing newer of its sender follows', () => {
    expect(findingOfPruned(of(alice, 1n))).toBe(toStay);
    expect(findingOfPruned(of(alice, 1n), of(alice, 0n))).toBe(toStay);
    expect(findingOfPruned(of(alice, 1n), of(bob, 2n))).toBe(toStay);
  });

  it('P3 finds that a certificate goes that is never to be pruned, however old', () => {
    expect(findingOfPruned(known, of(alice, 1n))).toBe(toStay);
  });

  it('P3 finds that a proxy which never prunes lets an old certificate go', () => {
    expect(findingOfGone([of(alice, 0n), of(alice, 1n)])).toBe(toStay);
  });

  it('P9 finds what lacks signatures for a nonce that is used', () => {
    const finding = (sender: Address, nonce: bigint) => {
      const incomplete = new Map([
        ['some-id', { envelope: envelopeOf(sender, CREATE_GOLD, nonce) }],
      ]);
      return findingOf(answering(of(alice, 1n), { writes: [rowOf(of(alice, 1n))], incomplete }));
    };
    const message = 'p1 keeps what lacks signatures for a nonce that is used';
    expect(finding(alice, 0n)?.message).toBe(message);
    expect(finding(alice, 1n)?.message).toBe(message);
    expect(finding(alice, 2n)).toBeUndefined();
    expect(finding(bob, 0n)).toBeUndefined();
  });
});
