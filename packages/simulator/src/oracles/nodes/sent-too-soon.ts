import type { Effect, Message } from '@quorate/core';
import { isPersist } from '../following/is-persist.ts';

/**
 * Tells whether a client or a proxy sends a transaction in a step that stores it only after that, or
 * a proxy hands out a certificate, answers that it keeps a transaction which lacks signatures, or
 * refuses one for good, before it has stored that. A crash in between would leave a request or a
 * promise of which the node knows nothing, or a certificate beside another one (rule P3).
 */
export function isSentTooSoon(effects: readonly Effect<unknown>[]): boolean {
  const written = new Set<unknown>();
  const sent = new Set<unknown>();
  for (const effect of effects) {
    const word = wordIn(effect);
    if (word !== undefined && !written.has(word)) sent.add(word);
    if (!isPersist(effect)) continue;
    const words = effect.writes.flatMap(({ key, value }) => writtenWords(key, value));
    if (words.some((each) => sent.has(each))) return true;
    for (const each of words) written.add(each);
  }
  return false;
}

// Identity suffices: the object that is sent is the one that is stored.
function wordIn(effect: Effect<unknown>): unknown {
  if (effect.type === 'Send') {
    return sentWord(effect.message);
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

function sentWord(message: Message): unknown {
  switch (message.type) {
    case 'SubmitTransaction':
      return message.envelope;
    case 'SubmitCertificate':
      return message.certificate;
    default:
      return undefined;
  }
}

// A client stores the envelope by itself, a proxy as part of a record.
function writtenWords(key: string, value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (key === 'outbox') return [value];
  if (key.startsWith('refused/')) return [(value as { rejection: unknown }).rejection];
  const isKept = key.startsWith('submission/') || key.startsWith('incomplete/');
  if (!isKept) return [];
  const { envelope, certificate } = value as { envelope: unknown; certificate?: unknown };
  return [envelope, certificate];
}
