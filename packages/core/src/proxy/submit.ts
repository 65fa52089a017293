import { DecodeError, factsOf, type TransactionEnvelope } from '@quorate/protocol';
import { type NodeName, reply, type StoreRow } from '../effect.ts';
import type { SubmitTransaction } from '../message.ts';
import { openEnvelope, undecodable } from '../open-envelope.ts';
import { certificateRange } from '../store-keys.ts';
import { storedCertificate } from './catch-up.ts';
import { settledCount } from './outcome.ts';
import type { ProxyEnv } from './rules.ts';
import type { ProxyState, ProxyStep, Waiting } from './state.ts';
import { begin, newSubmission, put } from './submission.ts';

/**
 * Takes a transaction in: joins the one in flight, or looks whether it is settled (rule P3).
 */
export function submit(
  state: ProxyState,
  from: NodeName,
  { requestId, envelope: given }: SubmitTransaction,
  env: ProxyEnv,
): ProxyStep {
  const waiting: Waiting = { client: from, requestId };
  try {
    const envelope = openEnvelope(given);
    const { id, transaction } = factsOf(envelope.transaction);
    const joined = join(state, id, waiting, env);
    if (joined !== undefined) return joined;
    const range = certificateRange(transaction.sender, transaction.nonce, 1);
    return {
      state,
      effects: [{ type: 'Load', range, resume: { purpose: 'Submit', waiting, envelope } }],
    };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { state, effects: [reply(from, requestId, undecodable(error))] };
  }
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
  const certificate = storedCertificate(rows, transaction);
  if (certificate === undefined) {
    return begin(state, newSubmission(state, envelope, [waiting], env.now), env.now);
  }
  const result =
    factsOf(certificate.envelope.transaction).id === id
      ? ({ type: 'Success', certificate } as const)
      : ({
          type: 'Rejected',
          rejection: {
            code: 'UnexpectedNonce',
            rule: 'V5',
            expectedNonce: transaction.nonce + 1n,
          },
        } as const);
  return { state, effects: [reply(waiting.client, waiting.requestId, result)] };
}

function join(
  state: ProxyState,
  id: ReturnType<typeof factsOf>['id'],
  waiting: Waiting,
  { rules }: ProxyEnv,
): ProxyStep | undefined {
  const submission = state.submissions.get(id);
  if (submission === undefined) return undefined;
  const { certificate } = submission;
  const quorum = rules.quorum(state.committee.members.length);
  if (certificate !== undefined && settledCount(submission) >= quorum) {
    const result = { type: 'Success', certificate } as const;
    return { state, effects: [reply(waiting.client, waiting.requestId, result)] };
  }
  const known = submission.waiting.some(
    ({ client, requestId }) => client === waiting.client && requestId === waiting.requestId,
  );
  if (known) return { state, effects: [] };
  return {
    state: put(state, { ...submission, waiting: [...submission.waiting, waiting] }),
    effects: [],
  };
}
