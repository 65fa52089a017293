import { type Committee, nodeNameOf, type Result } from '@quorate/core';
import type { TransactionFacts, TransactionId } from '@quorate/protocol';
import { faultyMax } from '../quorums.ts';
import type { ProxyStep } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';

/** Who has told a proxy that the nonce of what it drives is free, since it drives it in this committee. */
interface Heard {
  readonly committee: Committee;
  readonly by: Map<TransactionId, Set<string>>;
}

/** What proxies have heard of the nonces of what they drive. */
export interface HeardOfNonces {
  /** Notes what a proxy hears with a step. */
  readonly note: (step: ProxyStep) => void;
  /**
   * Whether a transaction may be certified that a proxy has driven until this step: whoever has not told that its nonce
   * is free makes a quorum with f liars.
   */
  readonly mayBeCertified: (step: ProxyStep, id: TransactionId) => boolean;
}

/** Creates what notes whom proxies have heard of a nonce. */
export function createHeardOfNonces(): HeardOfNonces {
  const heard = new Map<string, Heard>();

  function heardBy({ node, isFirst, observation: { before } }: ProxyStep): Heard {
    const known = heard.get(node);
    if (!isFirst && known !== undefined && known.committee === before.committee) return known;
    const none: Heard = { committee: before.committee, by: new Map() };
    heard.set(node, none);
    return none;
  }

  return {
    note: (step) => {
      const { input, before, after } = step.observation;
      const { by } = heardBy(step);
      if (input.type !== 'Message') return;
      for (const id of after.submissions.keys()) if (!before.submissions.has(id)) by.delete(id);
      const { from, message } = input;
      if (message.type !== 'Response') return;
      const id = [...before.submissions.keys()].find((each) => message.requestId.includes(each));
      const facts = id && before.submissions.get(id)?.facts;
      if (facts === undefined || !isFree(message.result, facts)) return;
      by.set(facts.id, (by.get(facts.id) ?? new Set()).add(from));
    },
    mayBeCertified: (step, id) => {
      const { members } = step.observation.before.committee;
      const by = heardBy(step).by.get(id) ?? new Set();
      const told = members.filter(({ validator }) => by.has(nodeNameOf(validator)));
      return told.length <= 2 * faultyMax(members.length);
    },
  };
}

function isFree(result: Result, { transaction: { sender, nonce } }: TransactionFacts): boolean {
  if (result.type !== 'Rejected') return result.type === 'Admissible';
  const { rejection } = result;
  switch (rejection.code) {
    case 'EpochEnding':
      return false;
    case 'UnexpectedNonce':
      return rejection.expectedNonce <= nonce;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return rejection.pending.every((envelope) => {
        const held = readableFacts(envelope)?.transaction;
        return held === undefined || held.sender !== sender || held.nonce <= nonce;
      });
    default:
      return true;
  }
}
