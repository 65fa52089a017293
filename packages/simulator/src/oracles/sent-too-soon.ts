import type { Effect } from '@quorate/core';
import { isPersist } from './is-persist.ts';

/**
 * Tells whether a client or a proxy hands a transaction on in a step that writes it down only after that, or answers that
 * it keeps it until it has the signatures that it lacks, or refuses it for good: whoever crashes in between has asked
 * for, or promised, what it has no word of.
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

// The very object that is written is what leaves.
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

// A client keeps the envelope by itself, a proxy beside what it knows of it.
function writtenWord(key: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (key === 'outbox') return value;
  if (key.startsWith('refused/')) return (value as { rejection: unknown }).rejection;
  const isKept = key.startsWith('submission/') || key.startsWith('incomplete/');
  return isKept ? (value as { envelope: unknown }).envelope : undefined;
}
