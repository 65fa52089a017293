import type { TransactionId } from '@quorate/protocol';

const PURPOSES = ['sign', 'settle', 'deliver', 'fetch', 'find'] as const;

/**
 * What a proxy asked a validator for: to sign or settle the transaction, to settle one that it lacks
 * (`deliver`), for a certificate that another lacks (`fetch`), or for what settled at the nonce of
 * the transaction (`find`).
 */
export type Purpose = (typeof PURPOSES)[number];

/** What a request of a proxy was about; the validator is known by where the answer comes from. */
export interface Asked {
  readonly purpose: Purpose;
  readonly transactionId: TransactionId;
  /** For `fetch`: the position, in the committee, of the validator that lacks the certificate. */
  readonly memberIndex: number;
}

/** Writes what a request is about as its id, so that an answer needs no table of open requests. */
export function requestId({ purpose, transactionId, memberIndex }: Asked): string {
  return `${purpose}:${transactionId}:${memberIndex}`;
}

/** Reads a request id back; undefined for one that no proxy wrote. */
export function readRequestId(id: string): Asked | undefined {
  const [purpose, transactionId, memberIndex] = id.split(':');
  const known = PURPOSES.find((name) => name === purpose);
  if (known === undefined) return undefined;
  return {
    purpose: known,
    transactionId: transactionId as TransactionId,
    memberIndex: Number(memberIndex),
  };
}
