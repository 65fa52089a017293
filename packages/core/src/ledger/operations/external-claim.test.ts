import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../../test/claims.ts';
import { createTestLedger } from '../../../test/ledger.ts';
import { notSubmittable } from '../../../test/operations.ts';
import { certified, rejectionOf, signedBy } from '../../../test/payments.ts';
import { createTestValidator } from '../../../test/validator.ts';

const SIGNED = externalClaim({ verifiers: ['bob', 'carol'], quorum: 1n, signers: ['carol'] });
const UNSIGNED = externalClaim({ verifiers: ['bob', 'carol'], quorum: 1n, signers: [] });

describe('ExternalClaim', () => {
  it('S5 records the claim under the transaction id', () => {
    const validator = createTestValidator();
    const envelope = signedBy('alice', SIGNED);
    expect(validator.submit(envelope).type).toBe('Signed');
    validator.deliver(certified(envelope));
    expect(Object.fromEntries(validator.state().ledger.claim)).toEqual({
      [factsOf(SIGNED).id]: { sender: addressOf('alice'), nonce: 0n },
    });
  });

  it('S5 records its verifiers as keys that signed, and nobody else', () => {
    const validator = createTestValidator();
    validator.deliver(certified(signedBy('alice', SIGNED)));
    expect([...validator.state().ledger.signer.keys()]).toEqual([addressOf('carol')]);
  });

  it('V6 refuses fewer signatures than the quorum', () => {
    const answer = createTestValidator().submit(signedBy('alice', UNSIGNED));
    expect(rejectionOf(answer)).toEqual(notSubmittable('0 verifiers signed, the quorum is 1'));
  });

  it('V6 refuses the second of two claims, and admits one beside other operations', () => {
    const [claim] = factsOf(externalClaim({ verifiers: [], quorum: 0n, signers: [] })).transaction
      .operations;
    if (claim === undefined) throw new Error('expected a claim');
    const leave = { kind: 'LeaveCommittee' } as const;
    const ledger = createTestLedger();
    expect(ledger.refusal('alice', [leave, claim])).toBe(undefined);
    expect(ledger.refusal('alice', [claim, leave, claim])).toEqual(
      notSubmittable('a transaction has at most one ExternalClaim', 2),
    );
    expect(ledger.missing('alice', [claim])).toEqual([]);
  });
});
