import { setImmediate as turn } from 'node:timers/promises';
import {
  type RecordedRun,
  recordRun,
  runScenario,
  type Scenario,
  unexcused,
  type Violation,
} from '@quorate/simulator';
import { SEED_LIMIT } from '../campaign/seed-range.ts';
import { clearestRise, isClear, type Rise } from './rise.ts';

/** Say which run is looked at, and how closely. */
export interface BlameOptions {
  readonly scenario: Scenario;
  readonly recorded: RecordedRun;
  readonly crypto: 'full' | 'stub';
  /** How many runs go on with other luck from each point. */
  readonly branches: number;
  readonly interrupt: AbortSignal;
  readonly say: (line: string) => void;
}

/** Hold how many runs that share the first events break the same invariant. */
export interface BlamePoint {
  /** How many events are shared; 0 is none. */
  readonly event: number;
  /** When the last of them was, in nanoseconds since the start of the run. */
  readonly at: bigint;
  readonly fails: number;
  /** `fails` over all branches, from 0 to 1. */
  readonly share: number;
}

/** Hold how likely the failure of one run was from each of some points of it on. */
export interface Blame {
  readonly oracle: string;
  readonly branches: number;
  /** In the order of events; the last is where the invariant was found broken. */
  readonly points: readonly BlamePoint[];
  /** Where the share rises most clearly; absent where luck alone may well have brought that about. */
  readonly rise?: Rise<BlamePoint>;
  /** False where Ctrl-C ended it. */
  readonly isWhole: boolean;
}

/** Into how many parts of the same length a run is cut first. */
const PARTS = 16;

/** Give the first breach of each invariant in a run that is a failure, the earliest first. */
export function firstViolations({ result }: Pick<RecordedRun, 'result'>): readonly Violation[] {
  const all = [...unexcused(result).violations].sort((one, other) => Number(one.at - other.at));
  return all.filter(
    ({ oracle }, index) => all.findIndex((each) => each.oracle === oracle) === index,
  );
}

/**
 * Tell from which event on a run was likely to break an invariant as it did: up to points of it, runs are
 * the same, and then have other luck. Between the two points where most was decided, more are looked at.
 *
 * Branches take the seeds that follow the run's own, so equal runs give equal tables.
 */
export async function traceBlame(violation: Violation, options: BlameOptions): Promise<Blame> {
  const { recorded, branches, interrupt } = options;
  const { oracle } = violation;
  const end = lastEvent(recorded, violation);
  const points = new Map<number, BlamePoint>();
  const look = async (event: number) => {
    const fails = points.has(event) ? undefined : await countFails(event, oracle, options);
    if (fails === undefined) return;
    const at = timeOf(event, options);
    points.set(event, { event, at, fails, share: fails / branches });
  };
  for (let part = 0; part <= PARTS; part += 1) await look(Math.round((end * part) / PARTS));
  for (;;) {
    const rise = clearestRise(inOrder(points), branches);
    const isFound = rise === undefined || rise.to.event - rise.from.event === 1;
    if (isFound || interrupt.aborted) {
      const found = { oracle, branches, points: inOrder(points), isWhole: !interrupt.aborted };
      return rise !== undefined && isClear(rise, branches) ? { ...found, rise } : found;
    }
    await look(Math.floor((rise.from.event + rise.to.event) / 2));
  }
}

// What the oracle found at the end of the run may have been done by any event.
function lastEvent({ result, events }: RecordedRun, { at }: Violation): number {
  const later = events.find((each) => each.at > at);
  return later === undefined ? result.events : Math.max(0, later.event - 1);
}

// Events without a step, such as an act of a liar, are not in the trace.
function timeOf(event: number, { scenario, recorded, crypto }: BlameOptions): bigint {
  const until = { kind: 'events', count: event } as const;
  const seed = BigInt(recorded.result.seed);
  return recordRun(scenario, { seed, crypto, until, watching: UNWATCHED }).result.virtualNanos;
}

function inOrder(points: ReadonlyMap<number, BlamePoint>): readonly BlamePoint[] {
  return [...points.values()].sort((one, other) => one.event - other.event);
}

/** What tells no more than that an invariant broke, and costs time. */
const UNWATCHED = { trace: false, digest: false, sharing: false, situations: false };

async function countFails(
  events: number,
  oracle: string,
  { scenario, recorded, crypto, branches, interrupt, say }: BlameOptions,
): Promise<number | undefined> {
  const own = BigInt(recorded.result.seed);
  let fails = 0;
  for (let branch = 1; branch <= branches; branch += 1) {
    // Between two runs Ctrl-C is heard.
    await turn();
    if (interrupt.aborted) return undefined;
    say(`other luck after event ${events}, run ${branch} of ${branches}`);
    const reseed = { events, seed: (own + BigInt(branch)) % SEED_LIMIT };
    const { oracles } = runScenario(scenario, { seed: own, crypto, reseed, watching: UNWATCHED });
    const isSame = oracles.some(({ name, violations }) => name === oracle && violations.length > 0);
    fails += isSame ? 1 : 0;
  }
  return fails;
}
