import { memberAt } from '@quorate/core';
import { type TransactionCertificate, type TransactionId, transactionId } from '@quorate/protocol';
import { perLife } from '../following/per-life.ts';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';
import { answerIn, brings, proxyFinding, transactionIn } from './proxy-view.ts';

/**
 * If a validator refuses a certificate because it lacks an earlier one, a correct proxy brings it
 * something else first. And until the next repetition, the proxy brings it no certificate of the
 * sender's basis that the validator has already settled for it (rule P6).
 *
 * Our addition to ledger.md. The next repetition begins anew, so nobody would notice how much is
 * sent in vain until then, nor that a refusal is not counted though it should be.
 */
export function broughtOnce(): Oracle {
  const broughtBy = perLife((_: ProxyStep): Brought => new Map());

  return {
    name: 'brought-once',
    kind: 'safety',
    afterProxyStep: (step) => {
      const brought = broughtBy(step);
      forgetEarlier(step, brought);
      const last = lastIn(step);
      if (last?.isSettled === true) note(step, last, brought);
      return broughtAgain(step, last, brought);
    },
  };
}

/** By transaction that is driven: what validators have settled for it since its last repetition. */
type Brought = Map<TransactionId, Since>;

interface Since {
  readonly beginning: string;
  /** The node and the transaction of each. */
  readonly settled: Set<string>;
}

/** What a validator was brought, and has answered with this step. */
interface Last {
  /** The transaction for which it was brought. */
  readonly id: TransactionId;
  readonly node: string;
  readonly certificate: TransactionCertificate;
  readonly isSettled: boolean;
  readonly isOfBasis: boolean;
}

function lastIn({ observation: { input, before } }: ProxyStep): Last | undefined {
  const answer = answerIn(input);
  if (answer === undefined || input.type !== 'Message') return undefined;
  const { requestId, result } = answer;
  if (!brings(requestId)) return undefined;
  const id = transactionIn(requestId);
  const member = memberAt(before.committee, input.from);
  const progress = member && before.submissions.get(id)?.progress[member.validator.address];
  const certificate = progress?.prerequisites.at(-1)?.certificate;
  if (certificate === undefined) return undefined;
  const isSettled =
    result.type === 'Settled' &&
    result.transactionId === transactionId(certificate.envelope.transaction);
  if (!isSettled && result.type !== 'Rejected') return undefined;
  const isOfBasis = progress?.basis !== undefined;
  return { id, node: input.from, certificate, isSettled, isOfBasis };
}

function note(step: ProxyStep, { id, node, certificate, isOfBasis }: Last, brought: Brought): void {
  const beginning = beginningOf(step, id);
  if (beginning === undefined || !isOfBasis) return;
  const since = brought.get(id) ?? { beginning, settled: new Set<string>() };
  brought.set(id, since);
  since.settled.add(`${node} ${transactionId(certificate.envelope.transaction)}`);
}

// The same may be driven a second time, and is then repeated as often as the first time.
function forgetEarlier(step: ProxyStep, brought: Brought): void {
  for (const [id, { beginning }] of brought) {
    if (beginning !== beginningOf(step, id)) brought.delete(id);
  }
}

function beginningOf({ observation: { after } }: ProxyStep, id: TransactionId) {
  const driven = after.submissions.get(id);
  return driven && `${after.committee.epoch} ${driven.phase} ${driven.retries}`;
}

function broughtAgain(
  step: ProxyStep,
  last: Last | undefined,
  brought: Brought,
): Finding | undefined {
  if (last === undefined && brought.size === 0) return undefined;
  for (const effect of step.observation.effects) {
    if (effect.type !== 'Send' || effect.message.type !== 'SubmitCertificate') continue;
    const { requestId, certificate } = effect.message;
    if (!brings(requestId)) continue;
    const id = transactionIn(requestId);
    if (last?.certificate === certificate && last.id === id && last.node === effect.to) {
      return proxyFinding(step.node, id, `brings ${effect.to} once more what it has just answered`);
    }
    if (
      brought
        .get(id)
        ?.settled.has(`${effect.to} ${transactionId(certificate.envelope.transaction)}`) === true
    ) {
      return proxyFinding(step.node, id, `brings ${effect.to} again what it has settled`);
    }
  }
  return undefined;
}
