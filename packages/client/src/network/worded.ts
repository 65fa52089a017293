import type { JsonValue } from '@quorate/protocol';

/**
 * Says in words what only the facts of a refusal say: that two rivals lock the account, and what
 * may be done. The words of the server stay in front; they cannot say it themselves, because
 * published clients tell refusals apart by them.
 */
export function worded(message: string, details: JsonValue): string {
  return isOfRivals(details)
    ? `${message}: two transactions that were signed for one nonce lock the account; to send both again, as they were signed, frees it only if enough validators have signed one of them, and otherwise it stays locked`
    : message;
}

type Facts = Readonly<Record<string, JsonValue | undefined>>;

/** Finds the facts of a lock (docs/errors.md). */
function isOfRivals(details: JsonValue): boolean {
  const { PreviousTransactionMustBeConfirmedFirst: facts } = (details ?? {}) as {
    readonly PreviousTransactionMustBeConfirmedFirst?: Facts | null;
  };
  return Boolean(facts?.['pending_confirmation']) && Boolean(facts?.['rival_confirmation']);
}
