import type { TransactionCertificate } from '@quorate/protocol';
import { type Committee, committeeOf, nodeNameOf } from '../committee.ts';
import type { Effect, LoadedRows, NodeName, StoreWrite } from '../effect.ts';
import { invariant } from '../invariant.ts';
import { nonceKey, type Origin } from '../ledger/ledger.ts';
import type { Result } from '../message.ts';
import { certificateKey, keyRange, LATE_PREFIX, positionOf } from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import {
  type ValidatorResume,
  type ValidatorState,
  type ValidatorStep,
  withHandover,
} from '../validator/state.ts';
import type { LatePush } from './handover.ts';
import type { Keyring } from './keyring.ts';
import { membersAt, untoldAmong } from './pushing.ts';
import { waitAfter } from './waiting.ts';

/** A push that begins, and what is to be written with what settled. */
interface Begun {
  readonly state: ValidatorState;
  readonly writes: readonly StoreWrite[];
  readonly effects: readonly Effect<ValidatorResume>[];
}

/**
 * Begins to push a certificate that has just settled, where it is late: a snapshot of this member was
 * fixed before that does not show it as settled (rule C4); undefined where it is not.
 *
 * Who was told that it is final counted on this member. So it tells the running committee, durably,
 * until a quorum of that has settled it: what settled in time some of any quorum of snapshots shows.
 */
export function beginLate(
  before: ValidatorState,
  settled: ValidatorState,
  certificate: TransactionCertificate,
  { now }: Pick<ValidatorEnv, 'now'>,
): Begun | undefined {
  if (!isLate(before, certificate)) return undefined;
  const { sender, nonce } = certificate.envelope.transaction.transaction;
  const push: LatePush = { sender, nonce, told: [], attempts: 0 };
  return {
    state: withLate(settled, [...settled.handover.late, push]),
    writes: [{ key: lateKey(push), value: true }],
    effects: [{ type: 'SetTimer', id: lateKey(push), at: now }],
  };
}

/** Reads, among what a validator comes up with, what it had begun to push. */
export function storedLate(keys: Iterable<string>): readonly LatePush[] {
  const late: LatePush[] = [];
  for (const key of keys) {
    if (key.startsWith(LATE_PREFIX)) late.push({ ...positionOf(key), told: [], attempts: 0 });
  }
  return late;
}

/** Sets the times at which a validator that has come up goes on with its pushes. */
export function resumeLate(
  { handover }: ValidatorState,
  now: bigint,
): readonly Effect<ValidatorResume>[] {
  return handover.late.map((push) => ({ type: 'SetTimer', id: lateKey(push), at: now }));
}

/** Reads the certificate that is to be pushed, or ends the push; undefined for another timer. */
export function hearLateTimer(
  state: ValidatorState,
  id: string,
  env: ValidatorEnv,
): ValidatorStep | undefined {
  if (!id.startsWith(LATE_PREFIX)) return undefined;
  const push = pushAt(state, positionOf(id));
  if (push === undefined) return { state, effects: [] };
  if (isDone(state, push, env)) return endLate(state, push);
  const { sender, nonce } = push;
  const ranges = [keyRange(certificateKey(sender, nonce))];
  return { state, effects: [{ type: 'Load', ranges, resume: { rows: 'late', sender, nonce } }] };
}

/** Sends a late certificate to all who are not known to have settled it, and sets the next time. */
export function sendLate(
  state: ValidatorState,
  place: Origin,
  rows: LoadedRows,
  { now, keys, rules }: ValidatorEnv,
): ValidatorStep {
  const push = pushAt(state, place);
  const [row] = rows.flat();
  if (push === undefined) return { state, effects: [] };
  // Pruned: enough has settled after it that others have seen it.
  if (row === undefined) return endLate(state, push);
  const { certificate } = row.value as StoredCertificate;
  const id = lateKey(push);
  const message = { type: 'SubmitCertificate', requestId: id, certificate } as const;
  return {
    state: withPush(state, push, { ...push, attempts: push.attempts + 1 }),
    effects: [
      ...rules.handover
        .latePushedTo(state, push, keys)
        .map((to) => ({ type: 'Send', to, message }) as const),
      { type: 'SetTimer', id, at: now + waitAfter(push.attempts) },
    ],
  };
}

/** Hears who need not be told of a late certificate again; the push ends with a quorum (rule C4). */
export function hearLateAnswer(
  state: ValidatorState,
  from: NodeName,
  requestId: string,
  env: ValidatorEnv,
): ValidatorStep {
  const push = pushAt(state, positionOf(requestId));
  if (push === undefined) return { state, effects: [] };
  const heard = membersAt(running(state), from).filter((address) => !push.told.includes(address));
  const told = { ...push, told: [...push.told, ...heard] };
  if (isDone(state, told, env)) return endLate(state, push);
  return { state: withPush(state, push, told), effects: [] };
}

/**
 * Tells whether an answer ends the push of a late certificate to whoever gives it: it has settled it, or
 * never will, because no snapshot showed what it holds, or another has settled (rules C8, S2).
 */
export function isLateAnswer(requestId: string, result: Result): boolean {
  if (!requestId.startsWith(LATE_PREFIX)) return false;
  if (result.type !== 'Rejected') return result.type === 'Settled';
  const { code, rule } = result.rejection;
  return code === 'ConflictingCertificate' || rule === 'C8';
}

/** Names the members of the running committee who are not known to have settled it (rule C4). */
export function lackingOf(
  state: Pick<ValidatorState, 'committees'>,
  { told }: LatePush,
  keys: Keyring,
): readonly NodeName[] {
  return untoldAmong(running(state).members, told, keys).map(nodeNameOf);
}

function isLate(state: ValidatorState, { signatures: [first] }: TransactionCertificate): boolean {
  const { served, isFrozen } = state.handover;
  if (first === undefined || (served === 0 && !isFrozen)) return false;
  const epoch = committeeOf(state.committees, first[0])?.epoch;
  if (epoch === undefined || epoch > served) return false;
  return isFrozen || (epoch < served && wasMember(state, epoch));
}

// A key of an ended epoch may be destroyed: an operator sits under another in each.
function wasMember({ committees, handover }: ValidatorState, epoch: number): boolean {
  const { served, seat } = handover;
  const own = committees[served]?.members.find(({ validator }) => validator.address === seat);
  return (
    own?.operator !== undefined &&
    committees[epoch]?.members.some(({ operator }) => operator === own.operator) === true
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

function endLate(state: ValidatorState, push: LatePush): ValidatorStep {
  const id = lateKey(push);
  return {
    state: withPush(state, push, undefined),
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

function lateKey({ sender, nonce }: Origin): string {
  return LATE_PREFIX + nonceKey(sender, nonce);
}

function pushAt({ handover }: ValidatorState, { sender, nonce }: Origin): LatePush | undefined {
  return handover.late.find((push) => push.sender === sender && push.nonce === nonce);
}

// Undefined takes it out.
function withPush(
  state: ValidatorState,
  push: LatePush,
  changed: LatePush | undefined,
): ValidatorState {
  const late = state.handover.late.flatMap((each) => (each === push ? (changed ?? []) : each));
  return withLate(state, late);
}

function withLate(state: ValidatorState, late: readonly LatePush[]): ValidatorState {
  return withHandover(state, { ...state.handover, late });
}
