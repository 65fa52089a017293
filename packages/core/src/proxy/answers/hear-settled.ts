import {
  factsOf,
  type TransactionCertificate,
  type TransactionId,
  transactionId,
} from '@quorate/protocol';
import { followedBy } from '../../committee.ts';
import type { StoreWrite } from '../../effect.ts';
import { certificateKey } from '../../store-keys.ts';
import type { StoredCertificate } from '../../stored-certificate.ts';
import { unmarked } from '../broadcast.ts';
import { hearChange } from '../epochs.ts';
import { forgetIncomplete } from '../incomplete/incomplete.ts';
import { outdated } from '../pruning.ts';
import { doneCount } from '../refusals/outcome.ts';
import type { ProxyState, ProxyStep, Submission } from '../state.ts';
import { answerAll, ask, end, put, withDone, withProgress } from '../submission.ts';
import { type Answer, ignored } from './answer.ts';

/**
 * Handles a validator's word that it has settled the transaction, or a certificate that it lacked.
 */
export function hearSettled(answer: Answer, id: TransactionId): ProxyStep {
  switch (answer.asked.purpose) {
    case 'settle':
      return hearOwnSettled(answer, id);
    case 'deliver':
      return hearDelivered(answer, id);
    case 'check':
    case 'sign':
    case 'fetch':
    case 'depend':
    case 'basis':
    case 'find':
      return ignored(answer);
  }
}

function hearDelivered(answer: Answer, id: TransactionId): ProxyStep {
  const { state, submission, member } = answer;
  const { address } = member.validator;
  const top = submission.progress[address]?.prerequisites.at(-1);
  const delivered = top?.certificate;
  if (top === undefined || delivered === undefined) return ignored(answer);
  if (transactionId(delivered.envelope.transaction) !== id) return ignored(answer);
  const next = withProgress(submission, address, (progress) => {
    const prerequisites = progress.prerequisites.slice(0, -1);
    return {
      ...progress,
      prerequisites,
      brought: [...progress.brought, { sender: top.sender, nonce: top.nonce }],
      sought: [],
      unfound: [],
      // A refusal from before it was brought up to date does not count (rule P4).
      refusal: prerequisites.length === 0 ? undefined : progress.refusal,
      asking: progress.asking + 1,
      bringing: progress.bringing + 1,
      basis: progress.basis && {
        ...progress.basis,
        brought: new Set([...progress.basis.brought, id]),
      },
    };
  });
  return { state: put(state, next), effects: ask(state, next, [member]) };
}

function hearOwnSettled(answer: Answer, id: TransactionId): ProxyStep {
  const { submission, member } = answer;
  const { address } = member.validator;
  const { certificate } = submission;
  const isKnown = submission.progress[address]?.settled === true;
  if (certificate === undefined || isKnown || id !== submission.facts.id) return ignored(answer);
  const settled = withDone(submission, address, { settled: true });
  const enough = answer.env.rules.settledEnough(answer.state.committee.members.length);
  return doneCount(settled, 'settling') === enough
    ? succeed(answer, settled, certificate)
    : deliverOn(answer, settled, []);
}

// The answer need not wait for these writes: the certificate is in the store already, and a
// restarted proxy goes on from there.
function succeed(
  { state, env }: Answer,
  submission: Submission,
  certificate: TransactionCertificate,
): ProxyStep {
  const answers = answerAll(submission, { type: 'Success', certificate });
  const kept = forgetIncomplete(state, submission.facts.transaction);
  const writes = [
    ...settledWrites(kept.state, certificate, env.now),
    ...kept.writes,
    ...unmarked(submission),
  ];
  const delivering = deliverOn({ state: kept.state, env }, { ...submission, waiting: [] }, writes);
  const effects = [...answers, ...delivering.effects];
  if (followedBy(certificate.envelope.transaction) === undefined) {
    return { state: delivering.state, effects };
  }
  // This was a committee change: follow it at once, so that other transactions need no refusal to
  // learn of it.
  const followed = hearChange(delivering.state, [certificate], env);
  return { state: followed.state, effects: [...effects, ...followed.effects] };
}

// Goes on delivering to the validators that have not settled it yet.
function deliverOn(
  { state, env }: Pick<Answer, 'state' | 'env'>,
  submission: Submission,
  writes: readonly StoreWrite[],
): ProxyStep {
  const isOwed =
    submission.waiting.length > 0 || env.rules.broughtOnTo(state, submission).length > 0;
  if (!isOwed) return end(state, submission, { writes, answers: [] });
  return {
    state: put(state, submission),
    effects: writes.length === 0 ? [] : [{ type: 'Persist', writes }],
  };
}

// The certificate is stored as settled only once a quorum has settled it, so what the store answers
// is true (P3).
function settledWrites(
  state: ProxyState,
  certificate: TransactionCertificate,
  now: bigint,
): readonly StoreWrite[] {
  const { sender, nonce } = factsOf(certificate.envelope.transaction).transaction;
  const value: StoredCertificate = { certificate, settledAt: now };
  return [
    { key: certificateKey(sender, nonce), value },
    ...outdated(state, { sender, nonce }, now),
  ];
}
