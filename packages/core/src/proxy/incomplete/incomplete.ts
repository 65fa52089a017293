import type { Rejection, TransactionId } from '@quorate/protocol';
import { type NodeName, reply, type StoreWrite } from '../../effect.ts';
import type { GetPending, Result } from '../../message.ts';
import { type OpenedEnvelope, receiveEnvelope } from '../../open-envelope.ts';
import { lackOf } from '../../verification/lack.ts';
import { envelopeFault } from '../refusals/envelope-fault.ts';
import type { ProxyEnv } from '../rule-types.ts';
import type { Incomplete, Position, ProxyState, ProxyStep, Waiting } from '../state.ts';
import { isExpired, outgrown, positionOf } from './bounds.ts';
import { isSigningForm, merged } from './parts.ts';

/** The key prefix of transactions that lack signatures. */
export const INCOMPLETE_PREFIX = 'incomplete/';

/** Adds to an envelope the signatures of it that arrived earlier. */
export function withKnownParts(
  { incomplete }: ProxyState,
  opened: OpenedEnvelope,
  env: ProxyEnv,
): OpenedEnvelope {
  const known = incomplete.get(opened.facts.id);
  if (known === undefined || isExpired(known, env.now)) return opened;
  const before = receiveEnvelope(known.envelope);
  if ('rejection' in before || !env.rules.mayAddTo(opened, env.verifier)) return opened;
  const joined = receiveEnvelope(merged(opened, before));
  return 'rejection' in joined ? opened : joined;
}

/** Stores an envelope that lacks signatures, and answers what it lacks. */
export function keepIncomplete(
  state: ProxyState,
  { client, requestId }: Waiting,
  opened: OpenedEnvelope,
  env: ProxyEnv,
): ProxyStep {
  const lack = answerFor(opened, env);
  if (!isSigningForm(opened, env.verifier)) {
    return { state, effects: [reply(client, requestId, lack)] };
  }
  const { id } = opened.facts;
  const before = state.incomplete.get(id);
  const added = state.incomplete.set(id, keeping(opened, before, env.now));
  const dropped = outgrown(added, id, env.now);
  const writes: readonly StoreWrite[] = [
    { key: INCOMPLETE_PREFIX + id, value: added.get(id) },
    ...dropped.map((each) => ({ key: INCOMPLETE_PREFIX + each, value: undefined })),
  ];
  return {
    state: { ...state, incomplete: without(added, dropped) },
    effects: [{ type: 'Persist', writes }, reply(client, requestId, lack)],
  };
}

/** What is kept once some of it was dropped, and the writes that drop it on disk. */
interface Kept {
  readonly state: ProxyState;
  readonly writes: readonly StoreWrite[];
}

/**
 * Drops the incomplete transactions of an account up to a settled nonce: they cannot settle any
 * more.
 */
export function forgetIncomplete(state: ProxyState, { sender, nonce }: Position): Kept {
  if (state.incomplete.size === 0) return { state, writes: [] };
  const gone: TransactionId[] = [];
  for (const [id, { envelope }] of state.incomplete) {
    const position = positionOf(envelope);
    if (position?.sender === sender && position.nonce <= nonce) gone.push(id);
  }
  return {
    state: { ...state, incomplete: without(state.incomplete, gone) },
    writes: gone.map((id) => ({ key: INCOMPLETE_PREFIX + id, value: undefined })),
  };
}

/**
 * Drops the incomplete transactions of an account whose nonces a refusal shows to be used: another
 * proxy has settled something there, or this one has pruned what it settled.
 */
export function forgetOutdated(
  state: ProxyState,
  { sender, nonce }: Position,
  rejection: Rejection,
): Kept {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return forgetIncomplete(state, { sender, nonce: rejection.expectedNonce - 1n });
    case 'CertificatePruned':
      return forgetIncomplete(state, { sender, nonce });
    default:
      return { state, writes: [] };
  }
}

/** Answers with the transactions of an account that lack signatures. */
export function getPending(
  state: ProxyState,
  from: NodeName,
  { requestId, address }: GetPending,
  now: bigint,
): ProxyStep {
  const envelopes = [...state.incomplete.values()]
    .filter((each) => !isExpired(each, now))
    .map(({ envelope }) => envelope)
    .filter((envelope) => positionOf(envelope)?.sender === address);
  return { state, effects: [reply(from, requestId, { type: 'PendingTransactions', envelopes })] };
}

function answerFor({ envelope, facts }: OpenedEnvelope, env: ProxyEnv): Result {
  const type = lackOf(envelope) ?? 'IncompleteVerifierSigs';
  const rejection = envelopeFault({ envelope, facts }, env.verifier);
  const reason = rejection !== undefined && 'reason' in rejection ? rejection.reason : '';
  return { type, envelope, reason };
}

// The signer of the first part counts as the one who opened it; later signers only add to it.
function keeping(
  { envelope, facts }: OpenedEnvelope,
  before: Incomplete | undefined,
  now: bigint,
): Incomplete {
  if (before !== undefined && !isExpired(before, now)) return { ...before, envelope };
  const { signature } = envelope;
  const signer = signature.kind === 'MultiSig' ? signature.signatures[0]?.[0] : undefined;
  return { envelope, since: now, openedBy: signer ?? facts.transaction.sender };
}

function without(
  incomplete: ProxyState['incomplete'],
  ids: readonly TransactionId[],
): ProxyState['incomplete'] {
  return ids.reduce((rest, id) => rest.delete(id), incomplete);
}
