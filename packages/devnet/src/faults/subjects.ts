import type { Message } from '@quorate/core';
import type { Sent } from '@quorate/network';
import { keepLatest } from '@quorate/protocol';
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
      keepLatest(asked, keyOf(from, to, requestId), subject, REQUESTS_MAX);
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
