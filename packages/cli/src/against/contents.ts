import type { Message } from '@quorate/core';
import type { RecordedMessage } from '@quorate/simulator';

/** What depends on when a run does something, or says in words what stands beside it as a value. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'requestId',
  'reason',
  'timestampNanos',
  'beganAtNanos',
  'settledAt',
]);

/** The hex digits of 32 bytes, such as an id, or of more, such as a signature. */
const HEX = /[0-9a-f]{64,}/g;
const ID_DIGITS = 64;

/**
 * Says what a question, an answer or an order says beside its kind: equal texts say the same in two
 * runs. Signatures are left out, and so are ids that the other run does not know.
 */
export function contentText(content: Message, known: ReadonlySet<string>): string {
  return fullText(content).replace(HEX, (digits) => (known.has(digits) ? digits : '…'));
}

/** Lists all ids that messages name. */
export function idsIn(messages: readonly Pick<RecordedMessage, 'content'>[]): ReadonlySet<string> {
  const contents = new Set(messages.map(({ content }) => content));
  const all = [...contents].flatMap((content) => fullText(content).match(HEX) ?? []);
  return new Set(all.filter(({ length }) => length === ID_DIGITS));
}

/** Kept because a run is compared with many others, and a message may be sent more than once. */
const texts = new WeakMap<Message, string>();

function fullText(content: Message): string {
  const known = texts.get(content);
  if (known !== undefined) return known;
  const text = writtenOut(content);
  texts.set(content, text);
  return text;
}

/** Empty for what brings a transaction: its label names that, and the signers. */
function writtenOut(content: Message): string {
  if ('envelope' in content || 'certificate' in content) return '';
  return JSON.stringify(content, (key, value: unknown) => {
    if (LEFT_OUT.has(key)) return undefined;
    return typeof value === 'bigint' ? `${value}` : value;
  });
}
