import type { Address, SignedSnapshotPart, SnapshotHeader } from '@quorate/protocol';
import { LIMITS } from '@quorate/protocol';
import { type Committee, nodeNameOf } from '../committee.ts';
import type { Effect, NodeName } from '../effect.ts';
import { invariant } from '../invariant.ts';
import { NEW_ACCOUNT } from '../ledger/ledger.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import { type ValidatorResume, type ValidatorState, withHandover } from '../validator/state.ts';
import { noteAsked } from './asked.ts';
import { pageFault, rootFault } from './check-snapshot.ts';
import type { Merge, Source } from './handover.ts';
import { type Keyring, seatIn } from './keyring.ts';
import type { SnapshotTable } from './merge-locks.ts';
import type { HandoverRules } from './rule-types.ts';

/** The timer after which a merging validator repeats its unanswered requests. */
export const MERGE_TIMER = 'handover/merge';

/** The prefix of the ids of requests for parts of snapshots. */
export const SNAPSHOT_REQUEST = 'handover/snapshot/';

/** How long a merging validator waits before it repeats a request. Units: nanoseconds. */
const REPEAT = 500_000_000n;

/** The most accounts of one snapshot whose certificates are requested at once. */
const ACCOUNTS_AT_ONCE = 16;

/** Begins to collect the snapshots of all other members of the previous epoch. */
export function beginMerge({ committees }: ValidatorState, epoch: number, keys: Keyring): Merge {
  const ended = endedCommittee(committees, epoch);
  const own = seatIn(ended, keys);
  const sources = ended.members
    .filter(({ validator }) => validator.address !== own)
    .map(
      ({ validator }): Source => ({
        node: nodeNameOf(validator),
        validator: validator.address,
        root: undefined,
        pages: 0,
        entries: [],
        awaited: 0,
        reached: undefined,
      }),
    );
  return { epoch, sources };
}

/**
 * Gives the snapshots that count, once they make a quorum together with the operator's own, if it
 * had one (rule C6); undefined before. The own locks are in the ledger, not in the result.
 */
export function tablesOf(
  { committees, ledger }: ValidatorState,
  { epoch, sources }: Merge,
  { rules }: Pick<ValidatorEnv, 'rules'>,
): readonly SnapshotTable[] | undefined {
  const { length } = endedCommittee(committees, epoch).members;
  const own = length - sources.length;
  const { isBacked, snapshots } = rules.handover;
  const needed = snapshots(length, own > 0) - own;
  const read = sources.filter(isRead);
  // Checking the entries of large snapshots after every single part would take minutes.
  if (read.length < needed) return undefined;
  const counted = read.filter(({ entries }) => entries.every((entry) => isBacked(entry, ledger)));
  return counted.length < needed ? undefined : counted.map(({ entries }) => entries);
}

/** Asks every source for its next part, and sets the timer to repeat that. */
export function askSources(state: ValidatorState, now: bigint): readonly Effect<ValidatorResume>[] {
  const { merge } = state.handover;
  if (merge === undefined) return [];
  return [
    ...merge.sources.flatMap((source) => askSource(state, merge, source)),
    { type: 'SetTimer', id: MERGE_TIMER, at: now + REPEAT },
  ];
}

/** Takes a part of a snapshot; ignores anything but the next part of that member's snapshot. */
export function hearPart(
  state: ValidatorState,
  from: string,
  signed: SignedSnapshotPart,
  env: ValidatorEnv,
): readonly [ValidatorState, readonly Effect<ValidatorResume>[]] {
  const { merge } = state.handover;
  const source = merge?.sources.find(({ node }) => node === from);
  if (merge === undefined || source === undefined) return [state, []];
  const read = readPart(source, signed, headerOf(state, merge, source), env);
  if (read === undefined) return [state, []];
  const next = withSource(state, merge, read);
  return [next, isRead(read) ? [] : askSource(next, merge, read)];
}

/**
 * Asks for the certificates behind the nonces that complete snapshots claim (rule C5): every source
 * that owes no answer, or only node `only`, when nothing can have changed for the others.
 */
export function askForBacking(
  state: ValidatorState,
  { rules }: Pick<ValidatorEnv, 'rules'>,
  only?: NodeName,
): readonly [ValidatorState, readonly Effect<ValidatorResume>[]] {
  const { merge } = state.handover;
  if (merge === undefined) return [state, []];
  const effects: Effect<ValidatorResume>[] = [];
  let next = state;
  for (const source of merge.sources) {
    if (!isRead(source) || source.awaited > 0 || source.node !== (only ?? source.node)) continue;
    const lacking = lackingOf(state, source, rules.handover);
    const last = lacking.at(-1);
    if (last === undefined) continue;
    for (const address of lacking) {
      const requestId = `handover/backing/${merge.epoch}/${address}`;
      next = noteAsked(next, source.node, requestId);
      effects.push(askForAccount(state, source, { address, requestId }));
    }
    const asked = { ...source, awaited: lacking.length, reached: last };
    next = withSource(next, next.handover.merge ?? merge, asked);
  }
  return [next, effects];
}

/** Notes that a node has answered a request for certificates. */
export function noteAnswer(state: ValidatorState, from: string): ValidatorState {
  const { merge } = state.handover;
  const source = merge?.sources.find(({ node }) => node === from);
  if (merge === undefined || source === undefined || source.awaited === 0) return state;
  return withSource(state, merge, { ...source, awaited: source.awaited - 1 });
}

/** Forgets all unanswered requests for certificates, because answers may have been lost. */
export function forgetAwaited(state: ValidatorState): ValidatorState {
  const { merge, ...rest } = state.handover;
  if (merge === undefined) return state;
  const sources = merge.sources.map((source) => ({ ...source, awaited: 0, reached: undefined }));
  return withHandover(state, { ...rest, merge: { ...merge, sources } });
}

function endedCommittee(committees: readonly Committee[], epoch: number): Committee {
  const committee = committees[epoch - 1];
  invariant(committee !== undefined, `there is no committee of epoch ${epoch - 1}`);
  return committee;
}

function isRead({ root, pages }: Source): boolean {
  return root !== undefined && pages === root.pages.length;
}

function withSource(state: ValidatorState, merge: Merge, changed: Source): ValidatorState {
  const sources = merge.sources.map((source) => (source.node === changed.node ? changed : source));
  return withHandover(state, { ...state.handover, merge: { ...merge, sources } });
}

function headerOf(
  { genesis, ledger }: ValidatorState,
  { epoch }: Merge,
  { validator }: Source,
): SnapshotHeader {
  const change = ledger.committee.get(String(epoch));
  invariant(change !== undefined, `there is no change to epoch ${epoch}`);
  const { networkId } = genesis;
  return { networkId, epoch: epoch - 1, changeId: change.changeId, validator };
}

function readPart(
  source: Source,
  signed: SignedSnapshotPart,
  expected: SnapshotHeader,
  { verifier }: ValidatorEnv,
): Source | undefined {
  const { root, pages, entries } = source;
  if (root === undefined) {
    if (signed.part.kind !== 'Root' || rootFault(signed, expected, verifier) !== undefined) {
      return undefined;
    }
    return { ...source, root: signed.part };
  }
  const after = entries.at(-1)?.address;
  if (signed.part.kind !== 'Page' || isRead(source)) return undefined;
  if (pageFault(signed, root, { index: pages, after }, verifier) !== undefined) return undefined;
  return { ...source, pages: pages + 1, entries: [...entries, ...signed.part.entries] };
}

function askSource(
  { handover }: ValidatorState,
  { epoch }: Merge,
  source: Source,
): readonly Effect<ValidatorResume>[] {
  if (isRead(source) || handover.merge === undefined) return [];
  const page = source.root === undefined ? null : source.pages;
  const ended = epoch - 1;
  const requestId = `${SNAPSHOT_REQUEST}${ended}/${page ?? 'root'}`;
  return [
    {
      type: 'Send',
      to: source.node,
      message: { type: 'GetSnapshot', requestId, epoch: ended, page },
    },
  ];
}

function lackingOf(
  { ledger }: ValidatorState,
  { entries, reached }: Source,
  { isBacked }: HandoverRules,
): readonly Address[] {
  const lacking = entries.filter((entry) => !isBacked(entry, ledger)).map(({ address }) => address);
  return lacking
    .filter((address) => reached === undefined || address > reached)
    .slice(0, ACCOUNTS_AT_ONCE);
}

function askForAccount(
  { ledger }: ValidatorState,
  { node }: Source,
  { address: sender, requestId }: { readonly address: Address; readonly requestId: string },
): Effect<ValidatorResume> {
  const { nextNonce } = ledger.account.get(sender) ?? NEW_ACCOUNT;
  const limit = LIMITS.certificatesPerRequest;
  return {
    type: 'Send',
    to: node,
    message: {
      type: 'GetCertificates',
      requestId,
      select: { by: 'Sender', sender, fromNonce: nextNonce, limit },
    },
  };
}
