import type { Address, TransactionEnvelope, TransactionId } from '@quorate/protocol';
import type { Map as PersistentMap } from 'immutable';
import { type NodeName, reply, type StoreWrite } from '../../effect.ts';
import type { GetPending, Result } from '../../message.ts';
import { type OpenedEnvelope, receiveEnvelope } from '../../open-envelope.ts';
import { envelopeFault } from '../envelope-fault.ts';
import type { ProxyEnv } from '../rules.ts';
import type { Incomplete, ProxyState, ProxyStep, Waiting } from '../state.ts';
import { isSigningForm, merged } from './parts.ts';

/** The prefix under which a proxy stores what lacks signatures. */
export const INCOMPLETE_PREFIX = 'incomplete/';
/** How many incomplete transactions are kept of one account at one nonce. */
const RIVALS_MAX = 16;
/** How many are kept in all. */
const INCOMPLETE_MAX = 1000;
/** How long one is kept: a day, in nanoseconds. */
const EXPIRY_NANOS = 86_400_000_000_000n;

/** Adds to an envelope the signatures that arrived before it. */
export function withKnownParts(
  { incomplete }: ProxyState,
  opened: OpenedEnvelope,
  env: ProxyEnv,
): OpenedEnvelope {
  const known = incomplete.get(opened.facts.id);
  if (known === undefined) return opened;
  const before = receiveEnvelope(known.envelope);
  if ('rejection' in before || !isSigningForm(opened, env.verifier)) return opened;
  const joined = receiveEnvelope(merged(opened, before));
  return 'rejection' in joined ? opened : joined;
}

/** Keeps an envelope that lacks signatures, durably, and says what it lacks. */
export function keepIncomplete(
  state: ProxyState,
  { client, requestId }: Waiting,
  opened: OpenedEnvelope,
  env: ProxyEnv,
): ProxyStep {
  const lack = lackOf(opened, env);
  if (!isSigningForm(opened, env.verifier)) {
    return { state, effects: [reply(client, requestId, lack)] };
  }
  const { id } = opened.facts;
  const since = state.incomplete.get(id)?.since ?? env.now;
  const added = state.incomplete.set(id, { envelope: opened.envelope, since });
  const dropped = tooMany(added, opened, env.now);
  const writes: readonly StoreWrite[] = [
    { key: INCOMPLETE_PREFIX + id, value: added.get(id) },
    ...dropped.map((each) => ({ key: INCOMPLETE_PREFIX + each, value: undefined })),
  ];
  return {
    state: { ...state, incomplete: added.deleteAll(dropped) },
    effects: [{ type: 'Persist', writes }, reply(client, requestId, lack)],
  };
}

/** Forgets what was incomplete once it has settled. */
export function forgetIncomplete(
  state: ProxyState,
  id: TransactionId,
): { readonly state: ProxyState; readonly writes: readonly StoreWrite[] } {
  if (!state.incomplete.has(id)) return { state, writes: [] };
  return {
    state: { ...state, incomplete: state.incomplete.delete(id) },
    writes: [{ key: INCOMPLETE_PREFIX + id, value: undefined }],
  };
}

/** Lists what an account has that lacks signatures. */
export function getPending(
  state: ProxyState,
  from: NodeName,
  { requestId, address }: GetPending,
  now: bigint,
): ProxyStep {
  const envelopes = state.incomplete
    .valueSeq()
    .filter(({ since }) => since + EXPIRY_NANOS > now)
    .map(({ envelope }) => envelope)
    .filter((envelope) => positionOf(envelope)?.sender === address)
    .toArray();
  return { state, effects: [reply(from, requestId, { type: 'PendingTransactions', envelopes })] };
}

function lackOf({ envelope, facts }: OpenedEnvelope, env: ProxyEnv): Result {
  const { signature } = envelope;
  const isShort =
    signature.kind === 'MultiSig' && BigInt(signature.signatures.length) < signature.config.quorum;
  const type = isShort ? 'IncompleteMultiSig' : 'IncompleteVerifierSigs';
  const rejection = envelopeFault({ envelope, facts }, env.verifier);
  const reason = rejection !== undefined && 'reason' in rejection ? rejection.reason : '';
  return { type, envelope, reason };
}

// Oldest out: what has expired, what is too much at one nonce, and what is too much in all.
function tooMany(
  incomplete: PersistentMap<TransactionId, Incomplete>,
  { facts }: OpenedEnvelope,
  now: bigint,
): readonly TransactionId[] {
  const { sender, nonce } = facts.transaction;
  const oldestFirst = [...incomplete]
    .filter(([id]) => id !== facts.id)
    .toSorted(([, a], [, b]) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  const expired = oldestFirst.filter(([, { since }]) => since + EXPIRY_NANOS <= now);
  const rivals = oldestFirst.filter(([, { envelope }]) => {
    const position = positionOf(envelope);
    return position?.sender === sender && position.nonce === nonce;
  });
  const dropped = new Set([
    ...expired,
    ...rivals.slice(0, Math.max(rivals.length + 1 - RIVALS_MAX, 0)),
    ...oldestFirst.slice(0, Math.max(oldestFirst.length + 1 - INCOMPLETE_MAX, 0)),
  ]);
  return [...dropped].map(([id]) => id);
}

function positionOf(
  envelope: TransactionEnvelope,
): { readonly sender: Address; readonly nonce: bigint } | undefined {
  const opened = receiveEnvelope(envelope);
  return 'rejection' in opened ? undefined : opened.facts.transaction;
}
