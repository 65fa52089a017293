import { buildEnvelope, type Intent } from '@quorate/core';
import { NATIVE_TOKEN_ID, type TransactionEnvelope } from '@quorate/protocol';
import type { Payment } from '../../scenario/byzantine/client-act.ts';
import type { ClientStage } from './stage.ts';

/** The parts of a stage that are needed to sign and date payments. */
export type PaymentStage = Pick<ClientStage, 'signer' | 'addressOf' | 'networkId'> & {
  readonly clock: Pick<ClientStage['clock'], 'now'>;
};

/** Gives the intent of a payment of the client at a nonce. */
export function paymentIntent(
  { to, amount }: Payment,
  nonce: bigint,
  { addressOf, networkId, clock }: PaymentStage,
): Intent {
  return {
    networkId,
    nonce,
    timestampNanos: clock.now(),
    operations: [
      {
        kind: 'TokenTransfer',
        tokenId: NATIVE_TOKEN_ID,
        recipient: addressOf(to),
        amount,
        userData: null,
      },
    ],
  };
}

/** Builds and signs a payment at a nonce. */
export function signPayment(
  payment: Payment,
  nonce: bigint,
  stage: PaymentStage,
): TransactionEnvelope {
  return buildEnvelope(paymentIntent(payment, nonce, stage), stage.signer);
}

/** Builds and signs payments at one nonce; even equal ones become different transactions. */
export function rivalPayments<const P extends readonly Payment[]>(
  payments: P,
  nonce: bigint,
  stage: PaymentStage,
): { readonly [K in keyof P]: TransactionEnvelope } {
  const signed = payments.map((payment, index) => {
    const intent = paymentIntent(payment, nonce, stage);
    // Equal payments with equal timestamps would be one transaction.
    const timestampNanos = intent.timestampNanos + BigInt(index);
    return buildEnvelope({ ...intent, timestampNanos }, stage.signer);
  });
  return signed as { readonly [K in keyof P]: TransactionEnvelope };
}
