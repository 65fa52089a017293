import type { TransactionId } from '@quorate/protocol';

const SUBMISSION = 'submit:';
const ID_DIGITS = 64;

/** Tells which transaction a client has submitted with a request, by the name that it gives requests. */
export function submissionOf(requestId: string): TransactionId | undefined {
  if (!requestId.startsWith(SUBMISSION)) return undefined;
  const end = SUBMISSION.length + ID_DIGITS;
  if (requestId[end] !== ':') return undefined;
  return requestId.slice(SUBMISSION.length, end) as TransactionId;
}
