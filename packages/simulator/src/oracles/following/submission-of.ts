import type { TransactionId } from '@quorate/protocol';

const SUBMISSION = 'submit:';
const ID_DIGITS = 64;

/** Gives the transaction that a client submitted with a request, from the request id. */
export function submissionOf(requestId: string): TransactionId | undefined {
  if (!requestId.startsWith(SUBMISSION)) return undefined;
  const end = SUBMISSION.length + ID_DIGITS;
  if (requestId[end] !== ':') return undefined;
  return requestId.slice(SUBMISSION.length, end) as TransactionId;
}
