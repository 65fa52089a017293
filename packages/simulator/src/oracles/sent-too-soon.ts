import type { Effect } from '@quorate/core';
import { isPersist } from './is-persist.ts';

/**
 * Tells whether a client or a proxy sends a transaction in a step that stores it only after that, or
 * a proxy answers that it keeps a transaction which lacks signatures, or refuses one for good, before
 * it has stored that. A crash in between would leave a request or a promise of which the node knows
 * nothing.
 */
export function isSentTooSoon(effects: readonly Effect<unknown>[]): boolean {
  const written = new Set<unknown>();
  const sent = new Set<unknown>();
  for (const effect of effects) {
    const word = wordIn(effect);
    if (word !== undefined && !written.has(word)) sent.add(word);
    if (!isPersist(effect)) continue;
    const words = effect.writes.map(({ key, value }) => writtenWord(key, value));
    if (words.some((each) => sent.has(each))) return true;
    for (const each of words) written.add(each);
  }
  return false;
}

// Identity suffices: the object that is sent is the one that is stored.
function wordIn(effect: Effect<unknown>): unknown {
  if (effect.type === 'Send') {
    return effect.message.type === 'SubmitTransaction' ? effect.message.envelope : undefined;
  }
  if (effect.type !== 'Reply') return undefined;
  switch (effect.result.type) {
    case 'IncompleteMultiSig':
    case 'IncompleteVerifierSigs':
      return effect.result.envelope;
    case 'Rejected':
      return effect.result.rejection;
    default:
      return undefined;
  }
}

// A client stores the envelope by itself, a proxy as part of a record.
function writtenWord(key: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (key === 'outbox') return value;
  if (key.startsWith('refused/')) return (value as { rejection: unknown }).rejection;
  const isKept = key.startsWith('submission/') || key.startsWith('incomplete/');
  return isKept ? (value as { envelope: unknown }).envelope : undefined;
}
