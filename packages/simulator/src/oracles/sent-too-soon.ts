import type { Effect } from '@quorate/core';
import { isPersist } from './is-persist.ts';

/**
 * Tells whether a client or a proxy sends a transaction in a step that stores it only after that. A
 * crash in between would leave a request of which the node knows nothing.
 */
export function isSentTooSoon(effects: readonly Effect<unknown>[]): boolean {
  const written = new Set<unknown>();
  const sent = new Set<unknown>();
  for (const effect of effects) {
    if (effect.type === 'Send' && effect.message.type === 'SubmitTransaction') {
      const { envelope } = effect.message;
      if (!written.has(envelope)) sent.add(envelope);
    }
    if (!isPersist(effect)) continue;
    const envelopes = effect.writes.map(({ key, value }) => envelopeIn(key, value));
    if (envelopes.some((envelope) => sent.has(envelope))) return true;
    for (const envelope of envelopes) written.add(envelope);
  }
  return false;
}

// A client stores the envelope by itself, a proxy as part of a record.
function envelopeIn(key: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (key === 'outbox') return value;
  return key.startsWith('submission/') ? (value as { envelope: unknown }).envelope : undefined;
}
