import type { Effect, StoredCertificate, StoreWrite } from '@quorate/core';
import { transactionId } from '@quorate/protocol';
import { isPersist } from '../following/is-persist.ts';

const SUBMISSION = 'submission/';

/**
 * Tells whether a client or a proxy lets go of a transaction in one write and notes in a later one
 * what became of it. After a power cut between the two, a client would sign another transaction for
 * a nonce that is used, and a proxy would not know what it has had signed, settled or refused (rules
 * P3 to P5).
 */
export function isForgottenTooSoon(effects: readonly Effect<unknown>[]): boolean {
  const gone = new Set<string>();
  for (const { writes } of effects.filter(isPersist)) {
    if (gone.size > 0 && writes.some((write) => gone.has(becameOf(write) ?? ''))) return true;
    for (const { key, value } of writes) {
      if (value === undefined && isOfTransaction(key)) gone.add(key);
    }
  }
  return false;
}

function isOfTransaction(key: string): boolean {
  return key === 'outbox' || key.startsWith(SUBMISSION);
}

// Gives the key of the transaction of which a row says what became of it.
function becameOf({ key, value }: StoreWrite): string | undefined {
  if (value === undefined) return undefined;
  const slash = key.indexOf('/');
  switch (slash < 0 ? key : key.slice(0, slash)) {
    case 'nonce':
      return 'outbox';
    case 'broadcast':
      return SUBMISSION + key.slice(slash + 1);
    case 'refused':
      return SUBMISSION + (value as { readonly transactionId: string }).transactionId;
    case 'certificate': {
      const { envelope } = (value as StoredCertificate).certificate;
      return SUBMISSION + transactionId(envelope.transaction);
    }
    default:
      return undefined;
  }
}
