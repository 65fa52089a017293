import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import { certified, rejectionOf, signedBy } from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';

const verifiers = ['bob', 'carol', 'dave'];
const claimSignedBy = (...signers: string[]) => externalClaim({ verifiers, quorum: 2n, signers });
const one = signedBy('alice', claimSignedBy('bob', 'carol'));
const other = signedBy('alice', claimSignedBy('carol', 'dave'));

/** Alice's signature over the form as submitted, which some published builders make. */
function signedInFull(): TransactionEnvelope {
  const transaction = claimSignedBy('bob', 'carol');
  const signature = signerOf('alice').sign(factsOf(transaction).submittedBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}

describe('V10', () => {
  it('V10 signs two verifier sets of one claim as one transaction', () => {
    const validator = createTestValidator();
    const first = validator.submit(one);
    const before = validator.state();
    expect(validator.submit(other)).toEqual(first);
    expect(validator.state()).toBe(before);
    expect(first).toMatchObject({
      type: 'Signed',
      signature: signerOf('v1').sign(factsOf(claimSignedBy()).signingBytes),
      transactionId: factsOf(claimSignedBy()).id,
    });
  });

  it('V10 settles one verifier set after the other was signed, and S2 takes both as the same', () => {
    const validator = createTestValidator();
    validator.submit(one);
    const settled = validator.deliver(certified(other));
    expect(settled.type).toBe('Settled');
    expect(validator.deliver(certified(one))).toEqual(settled);
  });

  it('V10 takes a sender signature over the full form, at V3 and at S1', () => {
    expect(createTestValidator().submit(signedInFull())).toEqual(createTestValidator().submit(one));
    expect(createTestValidator().deliver(certified(signedInFull())).type).toBe('Settled');
  });

  it('V10 lets nobody take the verifier signatures out of what is submitted', () => {
    const validator = createTestValidator();
    const before = validator.state();
    expect(rejectionOf(validator.submit(signedBy('alice', claimSignedBy('bob'))))).toEqual({
      code: 'NonSubmittableOperation',
      rule: 'V6',
      operationIndex: 0,
      reason: 'operation 0: 1 verifier signed, the quorum is 2',
    });
    expect(validator.state()).toBe(before);
  });

  it('records the claim under the transaction id', () => {
    const validator = createTestValidator();
    validator.deliver(certified(one));
    expect(validator.state().ledger.claim.get(factsOf(one.transaction).id)).toEqual({
      sender: addressOf('alice'),
      nonce: 0n,
    });
  });
});
