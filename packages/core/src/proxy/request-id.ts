import type { TransactionId } from '@quorate/protocol';

/** What a proxy asked a validator for. */
export type Purpose = 'sign' | 'settle' | 'deliver' | 'fetch';

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
  if (purpose !== 'sign' && purpose !== 'settle' && purpose !== 'deliver' && purpose !== 'fetch') {
    return undefined;
  }
  return {
    purpose,
    transactionId: transactionId as TransactionId,
    memberIndex: Number(memberIndex),
  };
}
