import type { Message } from '@quorate/core';
import type { Sent } from '@quorate/network';
import { ownSubject, type Subject } from './message-choice.ts';

/** Knows what messages are about. */
export interface Subjects {
  /** Takes note of a message that is sent: an answer often names its request alone. */
  learn(sent: Sent): void;
  subjectOf(sent: Sent): Subject;
}

/** The most requests that are remembered: most are answered at once. */
const REQUESTS_MAX = 10_000;

/** Creates subjects that have seen no message yet. */
export function createSubjects(): Subjects {
  const asked = new Map<string, Subject>();
  return {
    learn({ from, to, message }) {
      const { type, requestId } = message as Message;
      if (type === 'Response') return;
      const subject = ownSubject(message as Message);
      if (subject.account === undefined && subject.transactionId === undefined) return;
      const key = keyOf(from, to, requestId);
      asked.delete(key);
      asked.set(key, subject);
      const [oldest] = asked.keys();
      if (asked.size > REQUESTS_MAX && oldest !== undefined) asked.delete(oldest);
    },
    subjectOf({ from, to, message }) {
      const own = ownSubject(message as Message);
      const { type, requestId } = message as Message;
      if (type !== 'Response') return own;
      const { transactionId, account } = asked.get(keyOf(to, from, requestId)) ?? {};
      return {
        transactionId: own.transactionId ?? transactionId,
        account: own.account ?? account,
      };
    },
  };
}

function keyOf(asking: string, asked: string, requestId: string): string {
  return `${asking} ${asked} ${requestId}`;
}
