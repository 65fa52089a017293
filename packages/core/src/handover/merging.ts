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

/** Names the timer after which a merging validator asks again for what has not come. */
export const MERGE_TIMER = 'handover/merge';

/** What the ids of requests for parts of snapshots begin with. */
export const SNAPSHOT_REQUEST = 'handover/snapshot/';

/** How long a merging validator waits before it asks again. Units: nanoseconds. */
const REPEAT = 500_000_000n;

/** How many accounts of one snapshot are asked for at once. */
const ACCOUNTS_AT_ONCE = 16;

/** Begins to gather snapshots of the epoch before, from all its other members. */
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
 * Gives the snapshots that count once they are a quorum with the operator's own, if it had one
 * (rule C6). Its own locks are in its ledger.
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
  // To look through a snapshot of many accounts with every part of another that comes would take minutes.
  if (read.length < needed) return undefined;
  const counted = read.filter(({ entries }) => entries.every((entry) => isBacked(entry, ledger)));
  return counted.length < needed ? undefined : counted.map(({ entries }) => entries);
}

/** Asks every source for what comes next of it, and sets the time to ask again. */
export function askSources(state: ValidatorState, now: bigint): readonly Effect<ValidatorResume>[] {
  const { merge } = state.handover;
  if (merge === undefined) return [];
  return [
    ...merge.sources.flatMap((source) => askSource(state, merge, source)),
    { type: 'SetTimer', id: MERGE_TIMER, at: now + REPEAT },
  ];
}

/** Hears a part of a snapshot; what is not the next part of its member's is passed over. */
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
 * Asks the sources that wait for nothing for certificates behind what they claim (rule C5), or only the one of
 * this node, where nothing can have changed for the others.
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

/** Notes that an answer with certificates has come from a node. */
export function noteAnswer(state: ValidatorState, from: string): ValidatorState {
  const { merge } = state.handover;
  const source = merge?.sources.find(({ node }) => node === from);
  if (merge === undefined || source === undefined || source.awaited === 0) return state;
  return withSource(state, merge, { ...source, awaited: source.awaited - 1 });
}

/** Forgets which answers were awaited: they may have been lost. */
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
