import {
  type Committee,
  nodeNameOf,
  type ProxyState,
  type Result,
  readableFacts,
  roleFault,
} from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import { faultyMax } from '../../quorums.ts';
import type { ProxyStep } from '../oracle.ts';
import { type Driven, transactionIn } from './proxy-view.ts';

/**
 * The validators that told a proxy that the nonce of a transaction is free, since the proxy drives
 * it in this committee.
 */
interface Heard {
  readonly committee: Committee;
  readonly by: Map<TransactionId, Set<string>>;
}

/** What proxies were told about the nonces of the transactions they drive. */
export interface HeardOfNonces {
  /** Notes what a proxy is told in a step. */
  readonly note: (step: ProxyStep) => void;
  /**
   * Whether a transaction that a proxy has driven until this step may be certified: the validators
   * that have not told that its nonce is free make a quorum together with f liars.
   */
  readonly mayBeCertified: (step: ProxyStep, id: TransactionId) => boolean;
}

/** Creates the record of what proxies were told about nonces. */
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

// The proxy may begin again after its store has shown that the transaction has not settled; then
// what it was told in an earlier attempt does not count.
function forgetEnded(by: Heard['by'], { submissions }: ProxyState): void {
  for (const id of by.keys()) if (!submissions.has(id)) by.delete(id);
}

// A validator that holds the transaction since a handover only knows that others have signed it.
// One that objects to form, network or signatures has not looked at the nonce.
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
