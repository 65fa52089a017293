import type { Operation, Rejection, TransactionEnvelope } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../../test/claims.ts';
import { START, VERIFIER } from '../../../test/genesis.ts';
import { createTestNetwork } from '../../../test/network.ts';
import { payment, paymentElsewhere, signedBy, transfer } from '../../../test/payments.ts';
import { PROXY_RULES } from '../rules.ts';
import { NO_PROGRESS, newSubmission } from '../submission.ts';
import { countsRefusal } from './outcome.ts';

const state = createTestNetwork().proxy.state();
const env = { now: START, signer: signerOf('proxy'), verifier: VERIFIER, rules: PROXY_RULES };

function counts(refusal: Rejection, envelope: TransactionEnvelope = payment()): boolean {
  const submission = newSubmission(state, { envelope, certificate: undefined }, [], START);
  return countsRefusal({ state, env }, submission, NO_PROGRESS, refusal);
}

/** What a validator may show as pending at the nonce of a payment of alice's. */
const SHOWN = {
  rival: payment({ amount: 2n }),
  itself: payment(),
  earlier: payment({ amount: 2n, nonce: 1n }),
  ofAnother: payment({ from: 'bob', to: 'alice' }),
  forged: {
    transaction: payment({ amount: 8n }).transaction,
    signature: payment({ from: 'bob', amount: 8n }).signature,
  },
  elsewhere: paymentElsewhere(),
  unreadable: { transaction: '00', signature: '00' } as never,
} satisfies Record<string, TransactionEnvelope>;
const GENUINE: readonly string[] = ['rival', 'itself', 'earlier', 'ofAnother'];

describe('a refusal because of what is pending', () => {
  it('P2 counts only where it shows a rival, and nothing that is not genuine', () => {
    const names = Object.keys(SHOWN) as readonly (keyof typeof SHOWN)[];
    fc.assert(
      fc.property(fc.subarray([...names]), (shown) => {
        const pending = shown.map((name) => SHOWN[name]);
        const refusal = {
          code: 'PreviousTransactionMustBeConfirmedFirst',
          rule: 'V4',
          pending,
        } as const;
        const isGenuine = shown.every((name) => GENUINE.includes(name));
        expect(counts(refusal as never)).toBe(isGenuine && shown.includes('rival'));
      }),
    );
  });
});

describe('a refusal of an operation', () => {
  const before: readonly Operation[] = [transfer(addressOf('bob'), 1n)];
  const claim = externalClaim({ verifiers: ['bob'], quorum: 1n, signers: ['bob'], before });
  const refused = (operationIndex?: number): Rejection => ({
    code: 'NonSubmittableOperation',
    rule: 'V6',
    reason: 'no',
    ...(operationIndex === undefined ? {} : { operationIndex }),
  });

  it.each([
    [undefined, true],
    [0, true],
    [1, false],
  ])(
    'P4 does not count where it is about a claim, which the proxy has checked: %s',
    (index, is) => {
      expect(counts(refused(index), signedBy('alice', claim))).toBe(is);
    },
  );
});

describe('a refusal that is no judgement', () => {
  it.each<Rejection>([
    { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 1n },
    { code: 'InvalidCertificate', rule: 'C8', reason: 'no', epoch: 0 },
  ])('P4 does not count when validators are asked to sign: $code', (refusal) => {
    expect(counts(refusal)).toBe(false);
  });
});
