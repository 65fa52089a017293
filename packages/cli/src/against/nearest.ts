import { setImmediate as turn } from 'node:timers/promises';
import {
  drawScenario,
  printScenario,
  type RecordedRun,
  type RecordRunOptions,
  type ReductionAxis,
  recordRun,
  reductionsAlong,
  runScenario,
  type Scenario,
} from '@quorate/simulator';
import { SEED_LIMIT } from '../campaign/seed-range.ts';
import { cut } from '../report/words.ts';
import { judge } from '../runs/judge.ts';
import { compareHappenings } from './compare-happenings.ts';
import type { Difference } from './data-differences.ts';
import { differencesFrom } from './scenario-differences.ts';

/** A run that differs from another in something that is known. */
export interface Neighbour {
  readonly scenario: Scenario;
  readonly seed: bigint;
  /** Where it goes on with other random draws; absent means nowhere. */
  readonly reseed?: NonNullable<RecordRunOptions['reseed']>;
  /** What it is beside the first run, such as "without faults.f1". */
  readonly how: string;
}

/** A neighbour that ends otherwise, and how many happenings both have before they part. */
export interface Found {
  readonly neighbour: Neighbour;
  readonly shared: number;
}

/** What a search for neighbours has found. */
export interface Nearest {
  /** How many were run. */
  readonly tried: number;
  /** Those that end otherwise, that which parts last first. */
  readonly found: readonly Found[];
  /** False if Ctrl-C ended the search. */
  readonly isWhole: boolean;
}

/** The run whose neighbours are tried. */
export interface NearestOptions {
  readonly scenario: Scenario;
  readonly recorded: RecordedRun;
  readonly interrupt: AbortSignal;
  readonly say: (line: string) => void;
}

/** What a neighbour may lack: each part is small and has to do with what happens. */
const AXES: readonly ReductionAxis[] = ['acts', 'faults', 'changes', 'steps', 'network'];
/** How many scenarios with less are tried: those with the most left. */
const FEWER_TRIED = 40;
/** With how many other draws the run goes on from each point. */
const BRANCHES = 3;
const SEEDS_TRIED = 8;
/** How much of a value is shown. */
const LONGEST = 60;
/** No more is tried once so many events were run: about half a minute. */
const EVENTS_TRIED = 300_000;

/**
 * Looks for the run that goes like this one for longest, and yet does not fail as it does: with a
 * part of the scenario left out, with other luck from some event on, or with another seed.
 *
 * Equal runs have equal neighbours, unless Ctrl-C ends the search.
 */
export async function findNearest(options: NearestOptions): Promise<Nearest> {
  const { scenario, recorded, interrupt, say } = options;
  const seed = BigInt(recorded.result.seed);
  const found: Found[] = [];
  const isOtherwise = wantedBeside(recorded);
  let [tried, events] = [0, 0];
  const all = neighboursOf(scenario, seed, recorded);
  for (const neighbour of all) {
    // Ctrl-C takes effect between two runs.
    await turn();
    if (interrupt.aborted || events > EVENTS_TRIED) break;
    say(`looking for a run that ends otherwise: ${tried + 1}/${all.length}, ${neighbour.how}`);
    const run = recordNeighbour(neighbour, { crypto: 'stub' });
    tried += 1;
    events += run.result.events;
    if (!isOtherwise(run)) continue;
    const { parting } = compareHappenings(recorded, run);
    found.push({ neighbour, shared: parting?.shared ?? Number.POSITIVE_INFINITY });
  }
  found.sort((one, other) => other.shared - one.shared);
  return { tried, found, isWhole: !interrupt.aborted };
}

/** What is expected of a run that passes, and of which nothing else was stated. */
const PASSES: Scenario['expect'] = {
  verdict: 'pass',
  ...{ outcomes: [], balances: [], tokens: [], jobs: [], states: [], thresholds: [] },
  ...{ sometimes: [], certificates: undefined, epoch: undefined },
};

/**
 * Gives a neighbour as a scenario of its own, which leaves nothing to draw before a run. Beside a run
 * that breaks what its scenario expects it to break, it expects to pass, and nothing else.
 */
export function scenarioOf({ scenario, seed, reseed }: Neighbour): Scenario {
  const drawn = { ...drawScenario(scenario, seed), provenance: undefined };
  const alone: Scenario = reseed === undefined ? drawn : { ...drawn, reseed };
  const { causes } = judge('', runScenario(alone, { crypto: 'stub' }), undefined);
  return causes.length === 0 ? alone : { ...alone, expect: PASSES };
}

/** Runs a neighbour, and records what happens. */
export function recordNeighbour(
  { scenario, seed, reseed }: Neighbour,
  options: RecordRunOptions,
): RecordedRun {
  return recordRun(scenario, { ...options, seed, ...(reseed === undefined ? {} : { reseed }) });
}

/** Beside a failure a run that passes; beside a run that breaks an invariant as expected, one that breaks none. */
function wantedBeside({ result }: RecordedRun): (run: RecordedRun) => boolean {
  const isFailure = judge('', result, undefined).causes.length > 0;
  return (run) =>
    isFailure
      ? judge('', run.result, undefined).causes.length === 0
      : run.result.verdict === 'pass';
}

function neighboursOf(stated: Scenario, seed: bigint, recorded: RecordedRun): readonly Neighbour[] {
  const { provenance: _, ...drawn } = drawScenario(stated, seed);
  const scenario: Scenario = { ...drawn, provenance: undefined };
  const bySeed = Array.from({ length: SEEDS_TRIED }, (_, index): Neighbour => {
    const other = (seed + BigInt(index + 1)) % SEED_LIMIT;
    return { scenario: stated, seed: other, how: `with seed 0x${other.toString(16)}` };
  });
  return [...withLess(scenario, seed), ...withOtherLuck(scenario, seed, recorded), ...bySeed];
}

function withLess(scenario: Scenario, seed: bigint): readonly Neighbour[] {
  const texts = new Map<string, Scenario>();
  for (const axis of AXES) {
    for (const fewer of reductionsAlong(axis, scenario)) texts.set(printScenario(fewer), fewer);
  }
  const differences = differencesFrom({ scenario, seed });
  return [...texts]
    .toSorted(([one], [other]) => other.length - one.length)
    .slice(0, FEWER_TRIED)
    .map(([, fewer]) => ({
      scenario: fewer,
      seed,
      how: howOf(differences({ scenario: fewer, seed })),
    }));
}

/** Says in a few words what a scenario lacks, and what it has instead. */
function howOf(differences: readonly Difference[]): string {
  const gone = differences.flatMap(({ where, other }) => (other === undefined ? [where] : []));
  const instead = differences.flatMap(({ where, other }) =>
    other === undefined ? [] : [`${where}: ${cut(other, LONGEST)}`],
  );
  return [
    ...(gone.length === 0 ? [] : [`without ${[...new Set(gone)].join(', ')}`]),
    ...(instead.length === 0 ? [] : [`with ${instead.join(', ')}`]),
  ].join(' and ');
}

/**
 * Points near the end come close together: what happens there is shared longest. A scenario says only
 * once that other draws count, so there is none after that.
 */
function withOtherLuck(
  scenario: Scenario,
  seed: bigint,
  { result }: RecordedRun,
): readonly Neighbour[] {
  const broken = result.oracles.flatMap(({ violations: [first] }) => first?.event ?? []);
  const stated = scenario.reseed?.events ?? result.events;
  const end = Math.min(result.events, stated, ...broken);
  const all: Neighbour[] = [];
  for (let back = 1; back < end * 2; back *= 2) {
    const events = Math.max(0, end - back);
    for (let branch = 1n; branch <= BRANCHES; branch += 1n) {
      const reseed = { events, seed: (seed + branch) % SEED_LIMIT };
      all.push({ scenario, seed, reseed, how: `with other luck after event ${events}` });
    }
  }
  return all;
}
