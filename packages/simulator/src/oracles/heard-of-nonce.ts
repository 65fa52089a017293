import { type Committee, nodeNameOf, type ProxyState, type Result, roleFault } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import { faultyMax } from '../quorums.ts';
import type { ProxyStep } from './oracle.ts';
import { type Driven, transactionIn } from './proxy-view.ts';
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
      if (before.submissions !== after.submissions) forgetEnded(by, before);
      if (input.type !== 'Message') return;
      const { from, message } = input;
      if (message.type !== 'Response') return;
      const submission = before.submissions.get(transactionIn(message.requestId));
      if (submission === undefined || !isFree(message.result, submission, before)) return;
      by.set(submission.facts.id, (by.get(submission.facts.id) ?? new Set()).add(from));
    },
    mayBeCertified: (step, id) => {
      const { members } = step.observation.before.committee;
      const by = heardBy(step).by.get(id) ?? new Set();
      const told = members.filter(({ validator }) => by.has(nodeNameOf(validator)));
      return told.length <= 2 * faultyMax(members.length);
    },
  };
}

// It may begin once more, when the store has said that it has not settled: what was heard in an earlier attempt is forgotten.
function forgetEnded(by: Heard['by'], { submissions }: ProxyState): void {
  for (const id of by.keys()) if (!submissions.has(id)) by.delete(id);
}

// Whoever holds the transaction since a handover knows no more than that others have signed it, and whoever finds fault
// with its form, network or signatures has not looked at its nonce.
function isFree(
  result: Result,
  { envelope, facts }: Driven,
  { committees }: Pick<ProxyState, 'committees'>,
): boolean {
  if (result.type !== 'Rejected') return result.type === 'Admissible' && result.isHeld !== true;
  const { rejection } = result;
  const { sender, nonce } = facts.transaction;
  switch (rejection.code) {
    case 'EpochEnding':
    case 'InvalidRequest':
      return false;
    case 'InvalidSignature':
      return roleFault({ envelope, facts }, committees) !== undefined;
    case 'NonSubmittableOperation':
      return rejection.rule !== 'V2' && rejection.isHeld !== true;
    case 'UnexpectedNonce':
      return rejection.expectedNonce <= nonce;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return rejection.pending.every((pending) => {
        const held = readableFacts(pending);
        if (held === undefined || held.transaction.sender !== sender) return true;
        return held.id !== facts.id && held.transaction.nonce <= nonce;
      });
    default:
      return true;
  }
}
