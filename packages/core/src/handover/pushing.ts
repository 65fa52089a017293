import type { Address, TransactionCertificate, ValidatorConfig } from '@quorate/protocol';
import { type Committee, type CommitteeMember, nodeNameOf } from '../committee.ts';
import type { Effect, LoadedRows, NodeName } from '../effect.ts';
import type { EpochStatus } from '../message.ts';
import { certificateKey, keyRange } from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import {
  type HandoverResume,
  type ValidatorResume,
  type ValidatorState,
  withHandover,
} from '../validator/state.ts';
import type { Handover, Push } from './handover.ts';
import type { Keyring } from './keyring.ts';
import { waitAfter } from './waiting.ts';

const PREFIX = 'handover/push/';

type Announcing = Extract<HandoverResume, { readonly rows: 'change' }>;

interface Begun {
  readonly handover: Handover;
  readonly effects: readonly Effect<ValidatorResume>[];
}

/** Begins to announce the change that began an epoch (rule C4). */
export function beginPush(handover: Handover, epoch: number, now: bigint): Begun {
  if (handover.pushes.some((push) => push.epoch === epoch)) return { handover, effects: [] };
  const push: Push = { epoch, told: [], attempts: 0 };
  return {
    handover: {
      ...handover,
      pushes: [...handover.pushes, push],
      announced: Math.max(handover.announced, epoch),
    },
    effects: [{ type: 'SetTimer', id: timerId(epoch), at: now }],
  };
}

/** Reads the epoch from a timer's name; undefined for another kind of timer. */
export function readPushTimer(id: string): number | undefined {
  return id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : undefined;
}

/**
 * Reads the certificate of a change in order to announce it, to one node or to all that may not
 * know.
 */
export function loadChange(
  state: ValidatorState,
  epoch: number,
  to?: NodeName,
): readonly Effect<ValidatorResume>[] {
  const change = state.ledger.committee.get(String(epoch));
  if (change === undefined || pushTo(state, epoch) === undefined) return [];
  const { sender, nonce } = change.origin;
  const ranges = [keyRange(certificateKey(sender, nonce))];
  return [{ type: 'Load', ranges, resume: { rows: 'change', epoch, to } }];
}

/**
 * Announces the change at once to a member that was asked for a snapshot and does not know yet that
 * its epoch has ended. It has just come up, and the next announcement to all may be half a minute
 * away.
 */
export function tellWhoIsBehind(
  state: ValidatorState,
  from: NodeName,
  { known }: EpochStatus,
): readonly Effect<ValidatorResume>[] {
  const { merge } = state.handover;
  const isAwaited = merge?.sources.some(({ node }) => node === from) === true;
  return isAwaited && known < merge.epoch ? loadChange(state, merge.epoch, from) : [];
}

/** Lists the other members of both committees that may not know of a change (rule C4). */
export function untoldOf(
  { committees }: Pick<ValidatorState, 'committees'>,
  { epoch, told }: Push,
  keys: Keyring,
): readonly NodeName[] {
  const members = [committees[epoch - 1], committees[epoch]].flatMap(
    (committee) => committee?.members ?? [],
  );
  return [...new Set(untoldAmong(members, told, keys).map(nodeNameOf))];
}

/** Gives the members that have not been noted as told and are not this validator itself. */
export function untoldAmong(
  members: readonly CommitteeMember[],
  told: readonly Address[],
  keys: Keyring,
): readonly ValidatorConfig[] {
  return members
    .map(({ validator }) => validator)
    .filter(({ address }) => !told.includes(address) && keys.find(address) === undefined);
}

/**
 * Announces a change to one node or to all that may not know it. Only an announcement to all sets
 * the next timer.
 */
export function announce(
  state: ValidatorState,
  { epoch, to }: Announcing,
  rows: LoadedRows,
  env: ValidatorEnv,
): readonly [ValidatorState, readonly Effect<ValidatorResume>[]] {
  const push = pushTo(state, epoch);
  const [row] = rows.flat();
  if (push === undefined || row === undefined) return [state, []];
  // A certificate with which an epoch begins is never pruned.
  const { certificate } = row.value as StoredCertificate;
  const sends = announcements(state, push, certificate, env);
  if (to !== undefined) return [state, sends.filter((send) => send.to === to)];
  const at = env.now + waitAfter(push.attempts);
  return [
    withPush(state, { ...push, attempts: push.attempts + 1 }),
    [...sends, { type: 'SetTimer', id: timerId(epoch), at }],
  ];
}

/** Notes where a member stands, which may end pushes. */
export function hearStatus(
  state: ValidatorState,
  from: string,
  { known, served }: EpochStatus,
  env: Pick<ValidatorEnv, 'rules'>,
): ValidatorState {
  let next = state;
  for (const push of state.handover.pushes) {
    const { epoch, told } = push;
    const before = membersAt(state.committees[epoch - 1], from);
    const after = membersAt(state.committees[epoch], from);
    const heard = [...(known >= epoch ? before : []), ...(served >= epoch ? after : [])].filter(
      (key) => !told.includes(key),
    );
    if (heard.length > 0) next = withPush(next, { ...push, told: [...told, ...heard] });
  }
  return dropDone(next, env);
}

/**
 * Ends the pushes of epochs in which a quorum serves or which a later change has ended (rule C4).
 *
 * The push for the epoch that this validator is merging into goes on regardless: it needs snapshots
 * from members of the previous epoch, and some of them may not know yet that it has ended.
 */
export function dropDone(
  state: ValidatorState,
  { rules }: Pick<ValidatorEnv, 'rules'>,
): ValidatorState {
  const { pushes, merge } = state.handover;
  const left = pushes.filter(
    (push) =>
      push.epoch === merge?.epoch || !(isMoot(state, push) || isServing(state, push, rules.quorum)),
  );
  return left.length === pushes.length
    ? state
    : withHandover(state, { ...state.handover, pushes: left });
}

// A quorum of an epoch must have merged to sign the change that ends it.
function isMoot({ committees }: ValidatorState, { epoch }: Push): boolean {
  return epoch < committees.length - 1;
}

function timerId(epoch: number): string {
  return PREFIX + epoch;
}

function pushTo({ handover }: ValidatorState, epoch: number): Push | undefined {
  return handover.pushes.find((push) => push.epoch === epoch);
}

function withPush(state: ValidatorState, changed: Push): ValidatorState {
  const pushes = state.handover.pushes.map((push) =>
    push.epoch === changed.epoch ? changed : push,
  );
  return withHandover(state, { ...state.handover, pushes });
}

/** Gives the validator keys of the committee members that are reached under a node name. */
export function membersAt(committee: Committee | undefined, node: string): readonly Address[] {
  const at = committee?.members.filter(({ validator }) => nodeNameOf(validator) === node) ?? [];
  return at.map(({ validator }) => validator.address);
}

function isServing(
  { committees, handover }: ValidatorState,
  { epoch, told }: Push,
  quorum: (size: number) => number,
): boolean {
  const members = committees[epoch]?.members ?? [];
  const own = handover.served >= epoch && handover.seat !== undefined ? handover.seat : undefined;
  const merged = members.filter(
    ({ validator }) => validator.address === own || told.includes(validator.address),
  );
  return merged.length >= quorum(members.length);
}

function announcements(
  state: ValidatorState,
  push: Push,
  certificate: TransactionCertificate,
  { keys, rules }: ValidatorEnv,
): readonly Extract<Effect<ValidatorResume>, { readonly type: 'Send' }>[] {
  const { epoch } = push;
  const requestId = `handover/announce/${epoch}`;
  const message = { type: 'AnnounceChange', requestId, epoch, certificate } as const;
  const nodes = rules.handover.announcedTo(state, push, keys);
  return nodes.map((to) => ({ type: 'Send', to, message }));
}
