import type { ProxyState } from '@quorate/core';
import type { Address, HexBytes, Signature, TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelopes.ts';
import type { ProxyStep } from './oracle.ts';
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
}

function lostBetween(was: Kept | undefined, is: Kept | undefined): string | undefined {
  const stateOf = (kept: Kept | undefined) => {
    const entries = kept === undefined ? [] : [['id', { since: 0n, ...kept }] as const];
    return { incomplete: new Map(entries) } as unknown as ProxyState;
  };
  const input = { type: 'Timer', id: 'any' } as const;
  const observation = { node: 'p1', input, before: stateOf(was), after: stateOf(is), effects: [] };
  const step: ProxyStep = { node: 'p1', observation, isFirst: false, disk: () => [] };
  return partsKept().afterProxyStep?.(step)?.facts['signer'];
}

describe('parts-kept', () => {
  it('P9 finds a signer who is lost when another signs', () => {
    const first = { envelope: signedBy(ALICE) };
    expect(lostBetween(first, { envelope: signedBy(BOB) })).toBe(ALICE);
    expect(lostBetween(first, { envelope: signedBy(ALICE, BOB) })).toBeUndefined();
  });

  it('P9 finds a verifier who is lost when another signs', () => {
    const first = { envelope: claimedBy(ALICE) };
    expect(lostBetween(first, { envelope: claimedBy(BOB) })).toBe(`verifier ${ALICE}`);
    expect(lostBetween(first, { envelope: claimedBy(ALICE, BOB) })).toBeUndefined();
  });

  it('lets go of what is complete, and of what was kept for too long', () => {
    const first = { envelope: signedBy(ALICE) };
    expect(lostBetween(first, undefined)).toBeUndefined();
    expect(lostBetween(undefined, first)).toBeUndefined();
    expect(lostBetween(first, { envelope: signedBy(BOB), since: 1n })).toBeUndefined();
  });
});
