import { Map as PersistentMap } from 'immutable';
import type { Committee } from '../committee.ts';
import type { Effect, StoreRow } from '../effect.ts';
import type {
  ProxyResume,
  ProxyState,
  ProxyStep,
  ProxyTimings,
  SubmissionRecord,
} from './state.ts';
import { begin, newSubmission, SUBMISSION_PREFIX } from './submission.ts';

/** What a proxy starts from. */
export interface ProxyOptions {
  readonly committee: Committee;
  readonly timings: ProxyTimings;
  /** Nanoseconds since the Unix epoch. */
  readonly now: bigint;
}

/**
 * Builds a proxy from the entries of its store, and begins again with whatever it was driving.
 *
 * Validators answer a repeated transaction as the first time, so nothing is signed or paid twice.
 */
export function recoverProxy(
  { committee, timings, now }: ProxyOptions,
  rows: Iterable<StoreRow>,
): ProxyStep {
  let state: ProxyState = { committee, timings, submissions: PersistentMap() };
  const effects: Effect<ProxyResume>[] = [];
  for (const { key, value } of rows) {
    if (!key.startsWith(SUBMISSION_PREFIX)) continue;
    const submission = newSubmission(state, value as SubmissionRecord, [], now);
    const step = begin(state, submission, now);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}
