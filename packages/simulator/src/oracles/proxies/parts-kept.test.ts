import { certificateKey, type ProxyState } from '@quorate/core';
import {
  type Address,
  factsOf,
  type HexBytes,
  type Signature,
  type TransactionEnvelope,
  type TransactionFacts,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import type { ProxyStep } from '../oracle.ts';
import { partsKept } from './parts-kept.ts';

const SIGNATURE = '00'.repeat(64) as Signature;
const [ALICE, BOB] = [addressOf('alice'), addressOf('bob')];

/** A transaction of an account of two that these have signed. */
function signedBy(...signers: readonly Address[]): TransactionEnvelope {
  const { transaction } = envelopeOf(addressOf('treasury'), { kind: 'LeaveCommittee' });
  const config = { authorizedSigners: [ALICE, BOB], quorum: 2n, nonce: 0n };
  const signatures = signers.map((signer) => [signer, SIGNATURE] as const);
  return { transaction, signature: { kind: 'MultiSig', config, signatures } };
}

/** A claim that these verifiers vouch for. */
function claimedBy(...verifiers: readonly Address[]): TransactionEnvelope {
  const claim = { verifierCommittee: [ALICE, BOB], verifierQuorum: 2n, claimData: '' as HexBytes };
  const signatures = verifiers.map((verifierAddr) => ({ verifierAddr, sig: SIGNATURE }));
  return envelopeOf(ALICE, { kind: 'ExternalClaim', claim, signatures });
}

interface Kept {
  readonly envelope: TransactionEnvelope;
  readonly since?: bigint;
  readonly openedBy?: Address;
}

type Table = Readonly<Record<string, Kept>>;

function stepOf(
  was: Table,
  is: Table,
  effects: readonly object[],
  input: object = { type: 'Timer', id: 'any' },
): ProxyStep {
  const stateOf = (table: Table) => {
    const whole = (kept: Kept) => ({ since: 0n, openedBy: ALICE, ...kept });
    const entries = Object.entries(table).map(([id, kept]) => [id, whole(kept)] as const);
    return { incomplete: new Map(entries) } as unknown as ProxyState;
  };
  const observation = { node: 'p1', input, before: stateOf(was), after: stateOf(is), effects };
  return { node: 'p1', observation, isFirst: false, disk: () => [] } as unknown as ProxyStep;
}

function findingIn(
  was: Table,
  is: Table,
  effects: readonly object[] = [],
  certified?: TransactionFacts,
) {
  const oracle = partsKept();
  if (certified !== undefined) oracle.noteCertified?.(certified);
  return oracle.afterProxyStep?.(stepOf(was, is, effects));
}

function lostBetween(was: Kept, is: Kept): string | undefined {
  return findingIn({ id: was }, { id: is })?.facts['signer'];
}

const FORGOTTEN = 'p1 forgets what lacks signatures and may still get them';
const DAY = 86_400_000_000_000n;

describe('parts-kept', () => {
  it('P9 finds a signer who is lost when another signs', () => {
    const first = { envelope: signedBy(ALICE) };
    expect(lostBetween(first, { envelope: signedBy(BOB) })).toBe(ALICE);
    expect(lostBetween(first, { envelope: signedBy(ALICE, BOB) })).toBeUndefined();
    expect(
      findingIn({ id: first }, { id: { envelope: signedBy(BOB), since: DAY } }),
    ).toBeUndefined();
  });

  it('P9 finds a proxy that takes what is kept for new, or for somebody else’s, when another signs', () => {
    const was = { id: { envelope: signedBy(ALICE) } };
    const is = (more: object) => ({ id: { envelope: signedBy(ALICE, BOB), ...more } });
    const anew = 'p1 takes what lacks signatures for newly opened by whoever adds to it';
    expect(findingIn(was, is({}))).toBeUndefined();
    expect(findingIn(was, is({ since: DAY - 1n }))?.message).toBe(anew);
    expect(findingIn(was, is({ openedBy: BOB }))?.message).toBe(anew);
    expect(findingIn(was, is({ since: DAY, openedBy: BOB }))).toBeUndefined();
  });

  it('P9 finds a verifier who is lost when another signs', () => {
    const first = { envelope: claimedBy(ALICE) };
    expect(lostBetween(first, { envelope: claimedBy(BOB) })).toBe(`verifier ${ALICE}`);
    expect(lostBetween(first, { envelope: claimedBy(ALICE, BOB) })).toBeUndefined();
  });

  it('P9 finds a proxy that says that a signature is kept, and keeps none', () => {
    const envelope = signedBy(ALICE);
    const { id } = factsOf(envelope.transaction);
    const result = { type: 'IncompleteMultiSig', envelope, reason: '' };
    const reply = { type: 'Reply', to: 'alice', requestId: 'r', result };
    expect(findingIn({}, {}, [reply])?.facts['signer']).toBe(ALICE);
    const another = { [id]: { envelope: signedBy(BOB) } };
    expect(findingIn({}, another, [reply])?.facts['signer']).toBe(ALICE);
    expect(findingIn({}, { [id]: { envelope } }, [reply])).toBeUndefined();
  });

  it.each([
    ['IncompleteMultiSig', signedBy, BOB],
    ['IncompleteVerifierSigs', claimedBy, `verifier ${BOB}`],
  ] as const)('P9 finds a proxy that overlooks what it was brought: %s', (type, by, missing) => {
    const [kept, brought] = [by(ALICE), by(BOB)];
    const { id } = factsOf(kept.transaction);
    // It says nothing false: the answer shows what it keeps.
    const result = { type, envelope: kept, reason: '' };
    const reply = { type: 'Reply', to: 'bob', requestId: 'r', result };
    const resume = (requestId: string) => ({
      ...{ purpose: 'Submit', envelope: brought },
      waiting: { client: 'bob', requestId },
    });
    const judge = (is: TransactionEnvelope, requestId = 'r') => {
      const input = { type: 'Loaded', resume: resume(requestId), rows: [] };
      const was = { [id]: { envelope: kept } };
      const step = stepOf(was, { [id]: { envelope: is } }, [reply], input);
      return partsKept().afterProxyStep?.(step)?.facts['signer'];
    };
    expect(judge(kept)).toBe(missing);
    expect(judge(by(ALICE, BOB))).toBeUndefined();
    expect(judge(kept, 'another')).toBeUndefined();
  });

  it('P9 finds a verifier overlooked whom a member of a multisig brings', () => {
    const { transaction } = claimedBy(BOB);
    const { signature } = signedBy(BOB);
    const brought = { transaction, signature };
    const { id } = factsOf(transaction);
    const result = { type: 'IncompleteMultiSig', envelope: brought, reason: '' };
    const reply = { type: 'Reply', to: 'bob', requestId: 'r', result };
    const judge = (is: TransactionEnvelope) =>
      findingIn({}, { [id]: { envelope: is } }, [reply])?.facts['signer'];
    expect(judge({ ...claimedBy(ALICE), signature })).toBe(`verifier ${BOB}`);
    expect(judge({ ...claimedBy(ALICE, BOB), signature })).toBeUndefined();
  });

  it('P9 has nothing against what its sender signed with the verifiers in place', () => {
    const brought = claimedBy(BOB);
    const { id } = factsOf(brought.transaction);
    const kept = claimedBy(ALICE);
    const signature = { kind: 'Signature', signature: 'ff'.repeat(64) as Signature } as const;
    const result = { type: 'IncompleteVerifierSigs', envelope: brought, reason: '' };
    const reply = { type: 'Reply', to: 'bob', requestId: 'r', result };
    const is = { [id]: { envelope: { ...kept, signature } } };
    expect(findingIn(is, is, [reply])).toBeUndefined();
    expect(findingIn({}, { [id]: { envelope: kept } }, [reply])?.facts['signer']).toBe(
      `verifier ${BOB}`,
    );
  });

  it('P9 may forget what its nonce has overtaken, and nothing else for that reason', () => {
    const kept = { id: { envelope: signedBy(ALICE) } };
    const settled = (name: string, nonce: bigint) => ({
      type: 'Persist',
      writes: [{ key: certificateKey(addressOf(name), nonce), value: {} }],
    });
    expect(findingIn(kept, {})?.message).toBe(FORGOTTEN);
    expect(findingIn(kept, {}, [settled('alice', 0n)])?.message).toBe(FORGOTTEN);
    expect(findingIn(kept, {}, [settled('treasury', 0n)])).toBeUndefined();
    expect(findingIn(kept, {}, [settled('treasury', 7n)])).toBeUndefined();
  });

  it('P9 may forget that of which somebody else had its nonce certified', () => {
    const kept = { id: { envelope: signedBy(ALICE) } };
    const certifiedFor = (name: string) =>
      factsOf(envelopeOf(addressOf(name), { kind: 'LeaveCommittee' }).transaction);
    expect(findingIn(kept, {}, [], certifiedFor('alice'))?.message).toBe(FORGOTTEN);
    expect(findingIn(kept, {}, [], certifiedFor('treasury'))).toBeUndefined();
  });

  it('P9 blames no proxy for a refusal that nobody can check', () => {
    const kept = { id: { envelope: signedBy(ALICE) } };
    const message = { type: 'SubmitTransaction' } as const;
    for (const context of [{ unseen: ['v2'] }, { mayCorrupt: true }]) {
      const forget = (input: object) => stepOf(kept, {}, [], input);
      const judge = (input: object) => partsKept(context).afterProxyStep?.(forget(input));
      expect(judge({ type: 'Message', message: { type: 'Response' } })).toBeUndefined();
      expect(judge({ type: 'Timer', id: 'any' })).toBeUndefined();
      expect(judge({ type: 'Message', message })?.message).toBe(FORGOTTEN);
    }
  });

  it('P9 may forget what has been kept for a day, or is one too many, when something comes', () => {
    const old = { id: { envelope: signedBy(ALICE) } };
    const come = (since: bigint) => ({ new: { envelope: signedBy(BOB), since } });
    expect(findingIn(old, come(DAY - 1n))?.message).toBe(FORGOTTEN);
    expect(findingIn(old, come(DAY))).toBeUndefined();
    // The very envelope of before, which a network brought once more.
    const again = { envelope: signedBy(BOB) };
    expect(findingIn({ ...old, again }, { again: { ...again, since: DAY } })).toBeUndefined();
    const envelope = signedBy(ALICE);
    const many = (count: number): Table =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, { envelope }]));
    // Sixteen at one nonce.
    const { 0: _, ...rest } = many(16);
    const { 15: __, ...fewer } = rest;
    expect(findingIn(many(15), { ...fewer, ...come(1n) })?.message).toBe(FORGOTTEN);
    expect(findingIn(many(16), { ...rest, ...come(1n) })).toBeUndefined();
  });

  const numbered = (n: number) => n.toString(16).padStart(64, '0') as Address;

  it.each<[string, number, (n: number) => readonly [sender: Address, nonce: bigint, Address]]>([
    ['a signer has opened 64', 64, (n) => [numbered(n), 0n, ALICE]],
    ['an account has 200', 200, (n) => [addressOf('treasury'), BigInt(n + 1), numbered(n)]],
    ['there are 1,000 in all', 1_000, (n) => [numbered(n), 0n, numbered(n)]],
  ])('P9 may forget one when another comes, once %s, and not before', (_, most, partOf) => {
    const kept = Array.from({ length: most }, (_, n): readonly [string, Kept] => {
      const [sender, nonce, openedBy] = partOf(n);
      return [
        `${n}`,
        { envelope: envelopeOf(sender, { kind: 'LeaveCommittee' }, nonce), openedBy },
      ];
    });
    const come: readonly [string, Kept] = ['new', { envelope: signedBy(ALICE), since: 1n }];
    const found = (had: typeof kept) =>
      findingIn(Object.fromEntries(had), Object.fromEntries([...had.slice(1), come]))?.message;
    expect(found(kept)).toBeUndefined();
    expect(found(kept.slice(1))).toBe(FORGOTTEN);
  });
});
