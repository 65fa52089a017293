import { openEnvelope, type SubmitTransaction } from '@quorate/core';
import { DecodeError, factsOf, type TransactionFacts } from '@quorate/protocol';

/** Gives the facts of a submitted envelope; undefined when its bytes decode to no transaction. */
export function readableFacts(
  envelope: SubmitTransaction['envelope'],
): TransactionFacts | undefined {
  try {
    return factsOf(openEnvelope(envelope).transaction);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
