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

/** The run to examine, and how closely. */
export interface BlameOptions {
  readonly scenario: Scenario;
  readonly recorded: RecordedRun;
  readonly crypto: 'full' | 'stub';
  /** How many runs continue with other random choices from each point. */
  readonly branches: number;
  readonly interrupt: AbortSignal;
  readonly say: (line: string) => void;
}

/** How many of the runs that share the first events break the same invariant. */
export interface BlamePoint {
  /** The number of shared events; may be 0. */
  readonly event: number;
  /** The time of the last shared event, in nanoseconds since the start of the run. */
  readonly at: bigint;
  readonly fails: number;
  /** The fraction of all branches that fail, from 0 to 1. */
  readonly share: number;
}

/** How likely the failure of one run was from each of several of its points on. */
export interface Blame {
  readonly oracle: string;
  readonly branches: number;
  /** In the order of events; the last is where the invariant was found broken. */
  readonly points: readonly BlamePoint[];
  /** Where the share rises most clearly; absent if chance alone may well explain the rise. */
  readonly rise?: Rise<BlamePoint>;
  /** False if Ctrl-C ended the examination. */
  readonly isWhole: boolean;
}

/** The number of parts of equal length into which a run is first divided. */
const PARTS = 16;

/**
 * Gives the first violation of each invariant for which a run counts as a failure, the earliest
 * first.
 */
export function firstViolations({ result }: Pick<RecordedRun, 'result'>): readonly Violation[] {
  const { violations } = unexcused(result);
  return violations.filter(
    ({ oracle }, index) => violations.findIndex((each) => each.oracle === oracle) === index,
  );
}

/**
 * Finds from which event on a run was likely to break an invariant as it did. Branches share the
 * run up to one of its points, and continue with other random choices. Between the two points with
 * the greatest change, further points are examined.
 *
 * Branches take the seeds that follow the run's own, so equal runs give equal tables.
 */
export async function traceBlame(violation: Violation, options: BlameOptions): Promise<Blame> {
  const { recorded, branches, interrupt } = options;
  const { oracle } = violation;
  // Any event may have caused what was found at the end of the run.
  const end = violation.event ?? recorded.result.events;
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

// Events without a step of a node, such as an act of a liar, are not in the trace.
function timeOf(event: number, { scenario, recorded, crypto }: BlameOptions): bigint {
  const until = { kind: 'events', count: event } as const;
  const seed = BigInt(recorded.result.seed);
  return recordRun(scenario, { seed, crypto, until, watching: UNWATCHED }).result.virtualNanos;
}

function inOrder(points: ReadonlyMap<number, BlamePoint>): readonly BlamePoint[] {
  return [...points.values()].sort((one, other) => one.event - other.event);
}

/** Leaves out what takes time and says no more than that an invariant broke. */
const UNWATCHED = { trace: false, digest: false, sharing: false, situations: false };

async function countFails(
  events: number,
  oracle: string,
  { scenario, recorded, crypto, branches, interrupt, say }: BlameOptions,
): Promise<number | undefined> {
  const own = BigInt(recorded.result.seed);
  let fails = 0;
  for (let branch = 1; branch <= branches; branch += 1) {
    // Ctrl-C takes effect between two runs.
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
