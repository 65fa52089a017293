import type { TransactionId } from '@quorate/protocol';
import { CHANGE_PREFIX, storedChange } from '../committee-chain.ts';
import { type Effect, rangeUnder, type StoreRange, type StoreRow } from '../effect.ts';
import type { ProxyGenesis } from '../genesis.ts';
import type { PrunePolicy } from '../pruning/policy.ts';
import { VersionedMap } from '../versioned-map.ts';
import { noAttempts } from './attempt.ts';
import { withChange } from './epochs.ts';
import { INCOMPLETE_PREFIX } from './incomplete/incomplete.ts';
import { noMemory, type Precheck } from './memory/memory.ts';
import { resumePruning } from './pruning.ts';
import { REFUSED_PREFIX, withStoredRefused } from './refusals/refused.ts';
import type {
  Incomplete,
  ProxyResume,
  ProxyState,
  ProxyStep,
  ProxyTimings,
  SubmissionRecord,
} from './state.ts';
import { newSubmission, resume, SUBMISSION_PREFIX } from './submission.ts';

/** The ranges that a proxy loads into memory at startup. Certificates stay in the store. */
export const PROXY_RECOVERY: readonly StoreRange[] = [
  rangeUnder(CHANGE_PREFIX),
  rangeUnder(INCOMPLETE_PREFIX),
  rangeUnder(REFUSED_PREFIX),
  rangeUnder(SUBMISSION_PREFIX),
];

/** What a proxy starts with. */
export interface ProxyOptions {
  readonly genesis: ProxyGenesis;
  readonly timings: ProxyTimings;
  /** Nanoseconds since the Unix epoch. */
  readonly now: bigint;
  /** Undefined means that the proxy keeps every certificate. */
  readonly prune?: PrunePolicy | undefined;
  /** By default every transaction is checked by asking. */
  readonly precheck?: Precheck | undefined;
}

/**
 * Builds a proxy from the rows of its store, and resumes everything it was driving.
 *
 * Validators answer a repeated transaction as the first time, so nothing is signed or paid twice.
 */
export function recoverProxy(
  { genesis, timings, now, prune: policy, precheck = 'asked' }: ProxyOptions,
  rows: Iterable<StoreRow>,
): ProxyStep {
  const { committee, networkId, acceptsUnversioned, fees } = genesis;
  let state: ProxyState = {
    network: { networkId, acceptsUnversioned },
    fees,
    committee,
    committees: [committee],
    changes: new Map(),
    timings,
    submissions: VersionedMap.empty(),
    incomplete: VersionedMap.empty(),
    reads: VersionedMap.empty(),
    upSince: now,
    readCount: 0,
    attempts: noAttempts(),
    memory: precheck === 'remembered' ? noMemory() : undefined,
    refused: [],
    serving: new Set(),
    askedForEpochAt: 0n,
    doubted: new Map(),
    pruning: policy && { policy, isUnderWay: false },
  };
  const effects: Effect<ProxyResume>[] = [];
  for (const { key, value } of rows) {
    // Rows come in the order of their keys, so `change/` rows set the committee before any
    // submission is resumed.
    const change = storedChange({ key, value });
    if (change !== undefined) state = withChange(state, change);
    if (key.startsWith(INCOMPLETE_PREFIX)) {
      const id = key.slice(INCOMPLETE_PREFIX.length) as TransactionId;
      state = { ...state, incomplete: state.incomplete.set(id, value as Incomplete) };
    }
    state = withStoredRefused(state, { key, value });
    if (!key.startsWith(SUBMISSION_PREFIX)) continue;
    const submission = newSubmission(state, value as SubmissionRecord, [], now);
    const step = resume(state, submission, now);
    state = step.state;
    effects.push(...step.effects);
  }
  const pruning = resumePruning(state, now);
  return { state: pruning.state, effects: [...effects, ...pruning.effects] };
}
