import { factsOf, type Signature, type VersionedTransaction } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import { VERIFIER } from '../../test/genesis.ts';
import { rejectionOf, signedBy, transaction } from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';
import { claimsFault } from './verifier-quorum.ts';

function faultOf(claim: VersionedTransaction): string | undefined {
  return claimsFault(factsOf(claim), VERIFIER);
}

function claimIn(claim: VersionedTransaction) {
  const [operation] = factsOf(claim).transaction.operations;
  if (operation?.kind !== 'ExternalClaim') throw new Error('expected a claim');
  return operation;
}

describe('V6, external claims', () => {
  it.each([
    ['a quorum of 0 of 0', externalClaim({ verifiers: [], quorum: 0n, signers: [] })],
    [
      'no signature for a quorum of 0',
      externalClaim({ verifiers: ['bob'], quorum: 0n, signers: [] }),
    ],
    [
      'exactly a quorum',
      externalClaim({ verifiers: ['bob', 'carol'], quorum: 1n, signers: ['carol'] }),
    ],
    [
      'more than a quorum',
      externalClaim({ verifiers: ['bob', 'carol'], quorum: 1n, signers: ['carol', 'bob'] }),
    ],
  ])('V6 takes %s', (_, claim) => {
    expect(faultOf(claim)).toBe(undefined);
  });

  it.each([
    [
      'too few signatures',
      externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers: ['bob'] }),
      '1 verifier signed, the quorum is 2',
    ],
    [
      'one verifier twice',
      externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers: ['bob', 'bob'] }),
      `the verifier ${addressOf('bob')} signed twice`,
    ],
    [
      'a stranger beside a quorum',
      externalClaim({ verifiers: ['bob'], quorum: 1n, signers: ['bob', 'dave'] }),
      `${addressOf('dave')} is not in the verifier committee`,
    ],
    [
      'a quorum above the committee',
      externalClaim({ verifiers: ['bob'], quorum: 2n, signers: ['bob'] }),
      'the verifier quorum 2 is above the committee size 1',
    ],
    [
      'one verifier listed twice',
      externalClaim({ verifiers: ['bob', 'bob'], quorum: 1n, signers: ['bob'] }),
      'the verifiers are not distinct',
    ],
  ])('V6 refuses %s', (_, claim, fault) => {
    expect(faultOf(claim)).toBe(fault);
  });

  it('V6 refuses a signature that does not verify, even beside a quorum', () => {
    const claim = claimIn(
      externalClaim({ verifiers: ['bob', 'carol'], quorum: 1n, signers: ['bob'] }),
    );
    const bad = { verifierAddr: addressOf('carol'), sig: '00'.repeat(64) as Signature };
    const spoilt = transaction([{ ...claim, signatures: [...claim.signatures, bad] }]);
    expect(faultOf(spoilt)).toBe(
      `the signature of the verifier ${addressOf('carol')} does not verify`,
    );
  });

  it('V6 refuses a second claim in one transaction', () => {
    const claim = claimIn(externalClaim({ verifiers: [], quorum: 0n, signers: [] }));
    const twice = signedBy('alice', transaction([claim, claim]));
    expect(rejectionOf(createTestValidator().submit(twice))).toMatchObject({
      code: 'NonSubmittableOperation',
      rule: 'V6',
      operationIndex: 1,
      reason: 'operation 1: a transaction has at most one ExternalClaim',
    });
  });
});
