import { type Message, readableFacts } from '@quorate/core';
import { clauseOf, describeMessage, type Naming } from '@quorate/network';
import type { Turn } from '../event-queue.ts';
import type { OrderedTurn } from '../scenario/network/order.ts';
import { ownerOf } from './links.ts';
import type { Arrival } from './trace-recorder.ts';

/** What a message is called where a scenario states an order of events. */
export interface MessageWords {
  readonly message: string;
  readonly from: string;
  readonly to: string;
  /** Absent where it is about no transaction, or about one that nobody has seen. */
  readonly about?: string;
}

/** Tells what messages and timers are called where a scenario states an order of events. */
export interface TurnWords {
  /** Takes note of a message that is sent: answers name a transaction only by its id. */
  learn(message: Message): void;
  wordsOf(arrival: Arrival): MessageWords;
  /** Tells whether what comes at an event is what an order names, apart from which of several. */
  fits(turn: Turn, wanted: OrderedTurn): boolean;
}

/** Creates the words of one run. */
export function createTurnWords(naming: Naming): TurnWords {
  const clauses = new Map<string, string>();

  function learn(message: Message): void {
    const envelope = envelopeIn(message);
    const facts = envelope && readableFacts(envelope);
    if (facts === undefined || clauses.has(facts.id)) return;
    const { sender, operations } = facts.transaction;
    clauses.set(facts.id, `${naming.nameOf(sender)} ${clauseOf(operations, naming)}`);
  }

  function wordsOf({ node, from, message }: Arrival): MessageWords {
    const { kind, transactionId = '' } = describeMessage(message, naming.nameOf);
    const about = clauses.get(transactionId);
    const ends = { from: ownerOf(from), to: ownerOf(node) };
    return { message: kind, ...ends, ...(about === undefined ? {} : { about }) };
  }

  return {
    learn,
    wordsOf,
    fits({ from, to, message, timer }, wanted) {
      if (wanted.do === 'fire') {
        return timer !== undefined && to === wanted.node && timerWord(timer) === wanted.timer;
      }
      if (from === undefined || ownerOf(from) !== wanted.from || ownerOf(to) !== wanted.to) {
        return false;
      }
      const words = wordsOf({ from, node: to, message: message as Message });
      const isAbout = wanted.about === undefined || wanted.about === words.about;
      return isAbout && words.message === wanted.message;
    },
  };
}

/** Gives what a timer is called apart from the id of a transaction, which depends on the time. */
export function timerWord(id: string): string {
  return id.replace(/[:/]?[0-9a-f]{64}$/, '');
}

function envelopeIn(message: Message) {
  switch (message.type) {
    case 'SubmitTransaction':
    case 'CheckTransaction':
      return message.envelope;
    case 'SubmitCertificate':
    case 'AnnounceChange':
      return message.certificate.envelope;
    default:
      return undefined;
  }
}
