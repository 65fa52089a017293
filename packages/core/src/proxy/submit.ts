import {
  factsOf,
  type Rejection,
  type TransactionCertificate,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import { type LoadedRows, type NodeName, type Reply, reply } from '../effect.ts';
import { type Result, rejected, type SubmitTransaction } from '../message.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import { certificateKey, keyRange } from '../store-keys.ts';
import { limitFault } from '../validator/limits.ts';
import { emptyFault, networkFault } from '../validator/submission-checks.ts';
import { broadcastRange, wasBroadcastBefore } from './broadcast.ts';
import { storedCertificate } from './catch-up/catch-up.ts';
import { sifted, withMoreWitnesses, witnessesFault } from './catch-up/witnesses.ts';
import { beginSigning } from './checking.ts';
import { keepIncomplete, withKnownParts } from './incomplete/incomplete.ts';
import { isRemembered } from './memory/recall.ts';
import { envelopeFault } from './refusals/envelope-fault.ts';
import { isFinal, owing, rivalFault } from './refusals/outcome.ts';
import type { ProxyEnv } from './rule-types.ts';
import type { ProxyState, ProxyStep, Submission, Waiting } from './state.ts';
import { ask, newSubmission, put, withEachProgress } from './submission.ts';
import { retryTimer } from './timer.ts';

/**
 * Takes a transaction in: joins the one in flight, or looks up whether it has settled (rule P3).
 *
 * Limits, network and signatures are checked first, in the order of their rules. Otherwise a copy
 * with invalid signatures would be in the way of the sender's own one, which has the same id. And a
 * client that has mistaken the network would hear of a wrong signature or nonce instead, and sign
 * for the wrong network again.
 */
export function submit(
  state: ProxyState,
  from: NodeName,
  { requestId, envelope: given, witnessCertificates: witnesses = [] }: SubmitTransaction,
  env: ProxyEnv,
): ProxyStep {
  const opened = receiveEnvelope(given);
  if ('rejection' in opened) return { state, effects: [reply(from, requestId, opened)] };
  const rejection =
    limitFault(opened.facts, opened.envelope.signature) ??
    networkFault(opened.facts.transaction, state.network) ??
    env.rules.partsFault(state, opened, env.verifier) ??
    witnessesFault(witnesses);
  const waiting: Waiting = { client: from, requestId };
  if (rejection !== undefined) return { state, effects: [refuse(waiting, rejection)] };
  const { envelope, facts } = opened;
  // This comes before joining, because somebody else may have shown what is under way.
  const refused = env.rules.refusedBefore(state, facts.id, waiting);
  if (refused !== undefined) return { state, effects: [refuse(waiting, refused)] };
  const joined = mayBeAcknowledged(state, facts.id)
    ? undefined
    : join(state, facts.id, { waiting, witnesses }, env);
  if (joined !== undefined) return joined;
  const range = keyRange(certificateKey(facts.transaction.sender, facts.transaction.nonce));
  return {
    state,
    effects: [
      {
        type: 'Load',
        ranges: [range, broadcastRange(facts.id)],
        resume: { purpose: 'Submit', waiting, envelope, witnesses },
      },
    ],
  };
}

/**
 * Begins to drive a transaction, unless the store shows that it has settled.
 *
 * Even if another one has settled at its nonce, validators are asked: only they know how far the
 * account has come since, and the sender needs its next nonce.
 */
export function submitLoaded(
  state: ProxyState,
  { envelope, waiting, witnesses }: Request & { readonly envelope: TransactionEnvelope },
  rows: LoadedRows,
  env: ProxyEnv,
): ProxyStep {
  const opened = { envelope, facts: factsOf(envelope.transaction) };
  const { id, transaction } = opened.facts;
  const settled = storedCertificate(rows, transaction);
  if (settled !== undefined && factsOf(settled.envelope.transaction).id === id) {
    const result: Result = { type: 'Success', certificate: settled };
    return { state, effects: [reply(waiting.client, waiting.requestId, result)] };
  }
  const underWay = join(state, id, { waiting, witnesses }, env);
  if (underWay !== undefined) return underWay;
  const joined = withKnownParts(state, opened, env);
  const excess = limitFault(joined.facts, joined.envelope.signature);
  // The transaction may be complete by itself: added signatures that exceed a limit must not block
  // it (V1).
  const whole = excess === undefined ? joined : opened;
  if (envelopeFault(whole, env.verifier) !== undefined) {
    // No further signature could get it settled.
    const hopeless = excess ?? emptyFault(transaction) ?? (settled && rivalFault(transaction));
    return hopeless === undefined
      ? keepIncomplete(state, waiting, whole, env)
      : { state, effects: [refuse(waiting, hopeless)] };
  }
  const record = { envelope: whole.envelope, certificate: undefined };
  const fresh = newSubmission(state, record, [waiting], env.now);
  const wasBroadcast = wasBroadcastBefore(rows[1]);
  const begun = withMoreWitnesses({ ...fresh, phase: 'checking', wasBroadcast }, witnesses);
  // Its sender is bound to what was broadcast, and a check may refuse what validators would still
  // sign (P5).
  const isOpen = settled === undefined && (wasBroadcast || isRemembered(state, begun, env));
  return (isOpen ? beginSigning : env.rules.begin)(state, begun, env.now);
}

function refuse({ client, requestId }: Waiting, rejection: Rejection): Reply {
  return reply(client, requestId, rejected(rejection));
}

// A certificate that nobody waits for may be one that was acknowledged before a restart or a change
// of committee, and is being delivered anew. The store tells (rule P3).
function mayBeAcknowledged({ submissions }: ProxyState, id: TransactionId): boolean {
  const known = submissions.get(id);
  return known?.certificate !== undefined && known.waiting.length === 0;
}

interface Request {
  readonly waiting: Waiting;
  readonly witnesses: readonly TransactionCertificate[];
}

function join(
  state: ProxyState,
  id: TransactionId,
  { waiting, witnesses }: Request,
  env: ProxyEnv,
): ProxyStep | undefined {
  const { rules, now } = env;
  const known = state.submissions.get(id);
  if (known === undefined) return undefined;
  const given = withMoreWitnesses(known, witnesses);
  // Once a validator has refused, they matter at once.
  const isRefused = Object.values(given.progress).some(({ refusal }) => refusal !== undefined);
  const submission = isRefused ? sifted({ state, env }, given) : given;
  const { certificate } = submission;
  if (certificate !== undefined && isFinal(state, submission, rules)) {
    const result: Result = { type: 'Success', certificate };
    return { state, effects: [reply(waiting.client, waiting.requestId, result)] };
  }
  const isKnown = submission.waiting.some(
    ({ client, requestId }) => client === waiting.client && requestId === waiting.requestId,
  );
  const joined = isKnown
    ? submission
    : { ...submission, waiting: [...submission.waiting, waiting] };
  const isAwaited = submission.waiting.length > 0 && isTimely(state, submission, now);
  return isAwaited ? { state: put(state, joined), effects: [] } : revive(state, joined, now);
}

// If the clock was ahead and has been set back, the deadline lies too far in the future.
function isTimely({ timings }: ProxyState, { deadline }: Submission, now: bigint): boolean {
  return deadline - now <= timings.deadlineNanos;
}

// The pace and the deadline belong to clients that wait no more, or to a clock that was wrong. So do
// refusals and bases: validators may have been brought what they lacked since (rule P4).
function revive(state: ProxyState, submission: Submission, now: bigint): ProxyStep {
  const deadline = now + state.timings.deadlineNanos;
  // A validator that is asked again may sign what it refused before, so its refusal no longer shows
  // that nobody has signed (rule P4).
  const wasBroadcast = submission.wasBroadcast || submission.phase === 'signing';
  const afresh = withEachProgress(submission, (progress) => ({
    ...progress,
    refusal: undefined,
    basis: undefined,
    asking: progress.asking + 1,
  }));
  const revived: Submission = { ...afresh, retries: 0, deadline, wasBroadcast };
  return {
    state: put(state, revived),
    effects: [...ask(state, revived, owing(state, revived)), retryTimer(state, revived, now)],
  };
}
