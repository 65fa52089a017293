import type { Verifier } from '@quorate/crypto';
import {
  factsOf,
  type Rejection,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import { type NodeName, reply, type StoreRow } from '../effect.ts';
import type { Result, SubmitTransaction } from '../message.ts';
import { type OpenedEnvelope, receiveEnvelope } from '../open-envelope.ts';
import { certificateRange } from '../store-keys.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import { claimsFault } from '../verification/verifier-quorum.ts';
import { storedCertificate } from './catch-up.ts';
import { owing, settledCount } from './outcome.ts';
import type { ProxyEnv } from './rules.ts';
import type { ProxyState, ProxyStep, Submission, Waiting } from './state.ts';
import { ask, begin, newSubmission, put } from './submission.ts';
import { retryTimer } from './timer.ts';

/**
 * Takes a transaction in: joins the one in flight, or looks whether it is settled (rule P3).
 *
 * Its signatures are verified first: an envelope under the same id with a signature that no
 * validator accepts would otherwise stand in the way of the sender's own.
 */
export function submit(
  state: ProxyState,
  from: NodeName,
  { requestId, envelope: given }: SubmitTransaction,
  env: ProxyEnv,
): ProxyStep {
  const opened = receiveEnvelope(given);
  if ('rejection' in opened) return { state, effects: [reply(from, requestId, opened)] };
  const rejection = faultOf(opened, env.verifier);
  if (rejection !== undefined) {
    return { state, effects: [reply(from, requestId, { type: 'Rejected', rejection })] };
  }
  const { envelope, facts } = opened;
  const waiting: Waiting = { client: from, requestId };
  const joined = join(state, facts.id, waiting, env);
  if (joined !== undefined) return joined;
  const range = certificateRange(facts.transaction.sender, facts.transaction.nonce, 1);
  return {
    state,
    effects: [{ type: 'Load', range, resume: { purpose: 'Submit', waiting, envelope } }],
  };
}

/** Begins to drive a transaction, unless the store says that its nonce is settled. */
export function submitLoaded(
  state: ProxyState,
  { envelope, waiting }: { readonly envelope: TransactionEnvelope; readonly waiting: Waiting },
  rows: readonly StoreRow[],
  env: ProxyEnv,
): ProxyStep {
  const { id, transaction } = factsOf(envelope.transaction);
  const joined = join(state, id, waiting, env);
  if (joined !== undefined) return joined;
  const settled = storedCertificate(rows, transaction);
  if (settled === undefined) {
    const record = { envelope, certificate: undefined };
    return begin(state, newSubmission(state, record, [waiting], env.now), env.now);
  }
  const expectedNonce = transaction.nonce + 1n;
  const result: Result =
    factsOf(settled.envelope.transaction).id === id
      ? { type: 'Success', certificate: settled }
      : { type: 'Rejected', rejection: { code: 'UnexpectedNonce', rule: 'V5', expectedNonce } };
  return { state, effects: [reply(waiting.client, waiting.requestId, result)] };
}

function faultOf({ envelope, facts }: OpenedEnvelope, verifier: Verifier): Rejection | undefined {
  const signature = signatureFault(envelope.signature, facts, verifier);
  if (signature !== undefined) return { code: 'InvalidSignature', rule: 'V3', reason: signature };
  const claims = claimsFault(facts, verifier);
  if (claims !== undefined) return { code: 'NonSubmittableOperation', rule: 'V6', reason: claims };
  return undefined;
}

function join(
  state: ProxyState,
  id: TransactionId,
  waiting: Waiting,
  { rules, now }: ProxyEnv,
): ProxyStep | undefined {
  const submission = state.submissions.get(id);
  if (submission === undefined) return undefined;
  const { certificate } = submission;
  const quorum = rules.quorum(state.committee.members.length);
  if (certificate !== undefined && settledCount(submission) >= quorum) {
    const result: Result = { type: 'Success', certificate };
    return { state, effects: [reply(waiting.client, waiting.requestId, result)] };
  }
  const known = submission.waiting.some(
    ({ client, requestId }) => client === waiting.client && requestId === waiting.requestId,
  );
  if (known) return { state, effects: [] };
  const joined = { ...submission, waiting: [...submission.waiting, waiting] };
  if (submission.waiting.length > 0) return { state: put(state, joined), effects: [] };
  return revive(state, joined, now);
}

// Nobody was waiting, so the pace and the deadline are those of somebody long gone.
function revive(state: ProxyState, submission: Submission, now: bigint): ProxyStep {
  const deadline = now + state.timings.deadlineNanos;
  const revived: Submission = { ...submission, retries: 0, deadline };
  return {
    state: put(state, revived),
    effects: [...ask(state, revived, owing(state, revived)), retryTimer(state, revived, now)],
  };
}
