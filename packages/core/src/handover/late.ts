import type { TransactionCertificate } from '@quorate/protocol';
import { type Committee, claimedCommittee, nodeNameOf } from '../committee.ts';
import type { Effect, LoadedRows, NodeName, StoreWrite } from '../effect.ts';
import { invariant } from '../invariant.ts';
import { nonceKey, type Origin } from '../ledger/ledger.ts';
import type { Result } from '../message.ts';
import {
  certificateKey,
  keyRange,
  LATE_PREFIX,
  positionOf,
  UNSHOWN_PREFIX,
} from '../store-keys.ts';
import { type CertificateRow, isTombstone } from '../stored-certificate.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import {
  type ValidatorResume,
  type ValidatorState,
  type ValidatorStep,
  withHandover,
} from '../validator/state.ts';
import type { Taken } from '../validator/take-certificate.ts';
import { type Handover, type LatePush, noHandover } from './handover.ts';
import type { Keyring } from './keyring.ts';
import { membersAt, untoldAmong } from './pushing.ts';
import { waitAfter } from './waiting.ts';

/** How many pushes begin at the same time, and the time until the next ones. Units: nanoseconds. */
const AT_ONCE = 64;
const APART = 500_000_000n;

/** A changed state, with the writes that go into the same batch as the settlement. */
interface Noted {
  readonly state: ValidatorState;
  readonly writes: readonly StoreWrite[];
}

/** The beginning of a push. */
interface Begun extends Noted {
  readonly effects: readonly Effect<ValidatorResume>[];
}

/**
 * Begins to push a delivered certificate that is late: it settled after this member had fixed a
 * snapshot, which therefore does not show it (rule C4). Undefined when it is not late.
 *
 * Whoever was told that the transaction is settled counted on this member. So the member sends the
 * certificate to the current committee until a quorum has settled it, restarts included. A
 * certificate that settled in time needs no push: any quorum of snapshots shows it.
 */
export function beginLate(
  before: ValidatorState,
  taken: Taken,
  certificate: TransactionCertificate,
  { now }: Pick<ValidatorEnv, 'now'>,
): Begun | undefined {
  const isNew = taken.state !== before;
  const isDue = isNew
    ? isLate(before, certificate)
    : taken.result.type === 'Settled' && wasUnshown(before, certificate);
  if (!isDue) return undefined;
  const key = keyOf(certificate);
  const { late, unshown } = taken.state.handover;
  const { sender, nonce } = certificate.envelope.transaction.transaction;
  const push: LatePush = { sender, nonce, told: [], attempts: 0 };
  const forgotten = { key: UNSHOWN_PREFIX + key, value: undefined };
  return {
    state: withHandover(taken.state, {
      ...taken.state.handover,
      late: late.set(key, push),
      unshown: unshown.delete(key),
    }),
    writes: [{ key: LATE_PREFIX + key, value: true }, ...(isNew ? [] : [forgotten])],
    effects: [{ type: 'SetTimer', id: LATE_PREFIX + key, at: beginsAt(late.size, now) }],
  };
}

// A quick exit: almost always the set is empty.
function wasUnshown({ handover }: ValidatorState, certificate: TransactionCertificate): boolean {
  return handover.unshown.size > 0 && handover.unshown.has(keyOf(certificate));
}

/**
 * Notes that a certificate brought by another node has settled late (rule C4); undefined when it is
 * not late. Nobody has counted this member for it yet: it is pushed when somebody delivers it.
 */
export function noteUnshown(
  before: ValidatorState,
  settled: ValidatorState,
  certificate: TransactionCertificate,
): Noted | undefined {
  if (!isLate(before, certificate)) return undefined;
  const key = keyOf(certificate);
  const { handover } = settled;
  return {
    state: withHandover(settled, { ...handover, unshown: handover.unshown.set(key, true) }),
    writes: [{ key: UNSHOWN_PREFIX + key, value: true }],
  };
}

/**
 * Forgets that a certificate was brought late. It was pruned, so later ones have settled on top of
 * it.
 */
export function forgetUnshown(state: ValidatorState, { sender, nonce }: Origin): Noted {
  const { handover } = state;
  const key = nonceKey(sender, nonce);
  if (!handover.unshown.has(key)) return { state, writes: [] };
  return {
    state: withHandover(state, { ...handover, unshown: handover.unshown.delete(key) }),
    writes: [{ key: UNSHOWN_PREFIX + key, value: undefined }],
  };
}

/**
 * Reads the late certificates from the keys in the store: those being pushed, and those not pushed
 * yet.
 */
export function storedLate(rows: Iterable<string>): Pick<Handover, 'late' | 'unshown'> {
  let { late, unshown } = noHandover(undefined);
  for (const row of rows) {
    if (row.startsWith(LATE_PREFIX)) {
      late = late.set(keyIn(row), { ...positionOf(row), told: [], attempts: 0 });
    } else if (row.startsWith(UNSHOWN_PREFIX)) {
      unshown = unshown.set(row.slice(UNSHOWN_PREFIX.length), true);
    }
  }
  return { late, unshown };
}

/** Sets the timers with which a validator resumes its pushes after startup. */
export function resumeLate(
  { handover }: ValidatorState,
  now: bigint,
): readonly Effect<ValidatorResume>[] {
  return [...handover.late.keys()].map((key, index) => ({
    type: 'SetTimer',
    id: LATE_PREFIX + key,
    at: beginsAt(index, now),
  }));
}

/**
 * Reads a certificate to push, or ends its push if that is complete. Undefined for another timer.
 */
export function hearLateTimer(
  state: ValidatorState,
  id: string,
  env: ValidatorEnv,
): ValidatorStep | undefined {
  if (!id.startsWith(LATE_PREFIX)) return undefined;
  const push = state.handover.late.get(keyIn(id));
  if (push === undefined) return { state, effects: [] };
  if (isDone(state, push, env)) return endLate(state, push);
  const { sender, nonce } = push;
  const ranges = [keyRange(certificateKey(sender, nonce))];
  return { state, effects: [{ type: 'Load', ranges, resume: { rows: 'late', sender, nonce } }] };
}

/**
 * Sends a late certificate to all members that may not have settled it, and sets the next timer.
 */
export function sendLate(
  state: ValidatorState,
  place: Origin,
  rows: LoadedRows,
  { now, keys, rules }: ValidatorEnv,
): ValidatorStep {
  const key = nonceKey(place.sender, place.nonce);
  const push = state.handover.late.get(key);
  const row = rows.flat()[0]?.value as CertificateRow | undefined;
  if (push === undefined) return { state, effects: [] };
  // It was pruned: enough has settled on top of it that others must have it.
  if (row === undefined || isTombstone(row)) return endLate(state, push);
  const { certificate } = row;
  const id = LATE_PREFIX + key;
  const message = { type: 'SubmitCertificate', requestId: id, certificate } as const;
  return {
    state: withPush(state, { ...push, attempts: push.attempts + 1 }),
    effects: [
      ...rules.handover
        .latePushedTo(state, push, keys)
        .map((to) => ({ type: 'Send', to, message }) as const),
      { type: 'SetTimer', id, at: now + waitAfter(push.attempts) },
    ],
  };
}

/** Notes which member has answered a late certificate; at a quorum the push ends (rule C4). */
export function hearLateAnswer(
  state: ValidatorState,
  from: NodeName,
  requestId: string,
  env: ValidatorEnv,
): ValidatorStep {
  const push = state.handover.late.get(keyIn(requestId));
  if (push === undefined) return { state, effects: [] };
  const heard = membersAt(running(state), from).filter((address) => !push.told.includes(address));
  const told = { ...push, told: [...push.told, ...heard] };
  if (isDone(state, told, env)) return endLate(state, push);
  return { state: withPush(state, told), effects: [] };
}

/**
 * Tells whether an answer to a late certificate is final: the member has settled it; or it never
 * will, because no snapshot showed that transaction or another one has settled (rules C8, S2).
 */
export function isLateAnswer(requestId: string, result: Result): boolean {
  if (!requestId.startsWith(LATE_PREFIX)) return false;
  if (result.type !== 'Rejected') return result.type === 'Settled';
  const { code, rule } = result.rejection;
  return code === 'ConflictingCertificate' || rule === 'C8';
}

/** Lists the members of the current committee that may not have settled it (rule C4). */
export function lackingOf(
  state: Pick<ValidatorState, 'committees'>,
  { told }: LatePush,
  keys: Keyring,
): readonly NodeName[] {
  return untoldAmong(running(state).members, told, keys).map(nodeNameOf);
}

function isLate(state: ValidatorState, certificate: TransactionCertificate): boolean {
  const { served, isFrozen } = state.handover;
  if (served === 0 && !isFrozen) return false;
  const epoch = claimedCommittee(state.committees, certificate)?.epoch;
  if (epoch === undefined || epoch > served) return false;
  return isFrozen || (epoch < served && wasMemberSince(state, epoch));
}

// A proxy may still be in any epoch from the signing one to the last ended one. It counts a
// settlement here as one by that epoch's member, whose snapshot did not show it. Operators are
// compared because keys differ from epoch to epoch and may be destroyed.
function wasMemberSince({ committees, handover }: ValidatorState, epoch: number): boolean {
  const { served, seat } = handover;
  const own = committees[served]?.members.find(({ validator }) => validator.address === seat);
  return (
    own?.operator !== undefined &&
    committees
      .slice(epoch, served)
      .some(({ members }) => members.some(({ operator }) => operator === own.operator))
  );
}

function isDone(
  state: ValidatorState,
  { told }: LatePush,
  { keys, rules }: Pick<ValidatorEnv, 'keys' | 'rules'>,
): boolean {
  const { members } = running(state);
  const untold = untoldAmong(members, told, keys);
  return members.length - untold.length >= rules.quorum(members.length);
}

function endLate(state: ValidatorState, { sender, nonce }: LatePush): ValidatorStep {
  const { handover } = state;
  const key = nonceKey(sender, nonce);
  const id = LATE_PREFIX + key;
  return {
    state: withHandover(state, { ...handover, late: handover.late.delete(key) }),
    effects: [
      { type: 'Persist', writes: [{ key: id, value: undefined }] },
      { type: 'CancelTimer', id },
    ],
  };
}

function running(state: Pick<ValidatorState, 'committees'>): Committee {
  const committee = state.committees.at(-1);
  invariant(committee !== undefined, 'there is a committee of every epoch');
  return committee;
}

function withPush(state: ValidatorState, push: LatePush): ValidatorState {
  const { handover } = state;
  const late = handover.late.set(nonceKey(push.sender, push.nonce), push);
  return withHandover(state, { ...handover, late });
}

function keyOf({ envelope }: TransactionCertificate): string {
  const { sender, nonce } = envelope.transaction.transaction;
  return nonceKey(sender, nonce);
}

// A push uses the key of its row as the name of its timer and its requests.
function keyIn(row: string): string {
  return row.slice(LATE_PREFIX.length);
}

// Spread out, because a validator that catches up would otherwise push everything at once.
function beginsAt(before: number, now: bigint): bigint {
  return now + BigInt(Math.floor(before / AT_ONCE)) * APART;
}
