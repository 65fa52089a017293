import type { Operation, TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { certified, signedBy, transaction } from './payments.ts';

/** Signs a transaction of a fixture at a nonce. */
export function acting(
  from: string,
  nonce: bigint,
  ...operations: readonly Operation[]
): TransactionEnvelope {
  return signedBy(from, transaction(operations, { nonce }));
}

/** Certifies a transaction of a fixture at a nonce. */
export function acted(
  from: string,
  nonce: bigint,
  ...operations: readonly Operation[]
): TransactionCertificate {
  return certified(acting(from, nonce, ...operations));
}
