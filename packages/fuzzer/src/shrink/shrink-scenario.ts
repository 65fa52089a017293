import {
  COARSE_AXES,
  drawScenario,
  FINE_AXES,
  type ReductionAxis,
  reductionsAlong,
  type Scenario,
  type ScenarioSize,
  sizeOfScenario,
} from '@quorate/simulator';

/** The smallest failing scenario that was found. */
export interface Shrunk {
  readonly scenario: Scenario;
  /** How many scenarios were run to find it. */
  readonly attempts: number;
  readonly from: ScenarioSize;
  readonly to: ScenarioSize;
}

/** The limits of a search for a smaller scenario. */
export interface ShrinkOptions {
  /** How many scenarios it may run. */
  readonly attempts: number;
  /** Asked before each run; the search stops when it returns false. */
  readonly mayGoOn?: () => boolean;
  /** Whether an expectation failed, and no invariant; by default an invariant did. */
  readonly isExpectation?: boolean;
}

/** Yields one scenario after another to be run, and is told whether each still fails. */
export type Shrinking<Found = Shrunk> = Generator<Scenario, Found, boolean>;

/**
 * A smaller scenario may need another seed to fail: these are tried when its own does not do it.
 */
const OTHER_SEEDS: readonly bigint[] = [1n, 2n, 3n];

/** The smallest scenario so far, and what has been tried. */
interface Search {
  smallest: Scenario;
  attempts: number;
  readonly tried: Set<string>;
  readonly limit: number;
  readonly isWanted: () => boolean;
  /** What clients do, as text, if that must stay as it is. */
  work: string | undefined;
}

/**
 * Searches for the smallest scenario that still fails. It greedily takes out smaller and smaller
 * parts, until nothing can be taken out or simplified without losing the failure, or the attempts
 * are used up.
 *
 * `stillFails` says whether a scenario fails in the same way as this one. If an expectation does not
 * fail in this way once nothing goes wrong, what clients do stays as it is. Equal scenarios, answers
 * and attempts give an equal result.
 */
export function shrinkScenario(
  failing: Scenario,
  stillFails: (candidate: Scenario) => boolean,
  options: ShrinkOptions,
): Shrunk {
  const steps = shrinking(failing, options);
  let step = steps.next();
  while (step.done !== true) step = steps.next(stillFails(step.value));
  return step.value;
}

/**
 * Like `shrinkScenario`, but one run at a time, for callers that have other work between two runs.
 */
export function* shrinking(
  failing: Scenario,
  { attempts, mayGoOn: isWanted = () => true, isExpectation = false }: ShrinkOptions,
): Shrinking {
  const search: Search = {
    smallest: failing,
    attempts: 0,
    tried: new Set([textOf(failing)]),
    limit: attempts,
    isWanted,
    work: undefined,
  };
  if (isExpectation) yield* blame(search);
  let start: Scenario;
  do {
    start = search.smallest;
    // Values come last, because parts that are taken out need not be simplified.
    do yield* exhaust(search, COARSE_AXES);
    while (yield* tryLuck(search));
    while ((yield* exhaust(search, FINE_AXES)) && (yield* exhaust(search, COARSE_AXES)));
    // A simplified scenario may fail with another seed, unless no randomness is left in it.
  } while (search.smallest !== start && sizeOfScenario(search.smallest).features > 0);
  const scenario = search.smallest === failing ? failing : asShrunk(search.smallest);
  return {
    scenario,
    attempts: search.attempts,
    from: sizeOfScenario(failing),
    to: sizeOfScenario(scenario),
  };
}

/**
 * Finds out whether an expectation fails because of what goes wrong. If so, what clients do must
 * stay: an expectation is about all of it, so with less it fails for no other reason than that.
 */
function* blame(search: Search): Shrinking<void> {
  // Nothing can be taken out of a scenario with a swarm before it is drawn.
  const isDrawn = search.smallest.swarm === undefined;
  if (!mayGoOn(search)) return;
  if (!isDrawn && !(yield* isTaken(search, drawScenario(search.smallest)))) return;
  const [calm] = reductionsAlong('troubles', search.smallest);
  if (calm === undefined || !mayGoOn(search) || (yield* isTaken(search, calm))) return;
  search.work = workOf(search.smallest);
}

/** Writes down what clients do and when, and all without which it would be refused. */
function workOf({ workload, cluster }: Scenario): string {
  const { clients, acceptsUnversioned } = cluster;
  const steps = workload.flatMap((entry) => entry.steps);
  const workers = new Set([
    ...workload.map(({ client }) => client),
    ...steps.flatMap((step) => (step.op === 'transaction' ? (step.from ?? []) : [])),
  ]);
  const means = clients.map(({ name, balance }) => ({ name, balance }));
  return textOf([
    acceptsUnversioned,
    [...means, ...cluster.accounts].filter(({ name }) => workers.has(name)),
    workload.map(({ client, start, steps: own }) => [client, start, own]),
  ]);
}

const SHRUNK_FROM = 'Shrunk from: ';

/** The description may no longer be true of what is left, so it is marked. */
function asShrunk(scenario: Scenario): Scenario {
  const { description } = scenario;
  if (description === '' || description.startsWith(SHRUNK_FROM)) return scenario;
  return { ...scenario, description: `${SHRUNK_FROM}${description}` };
}

/** Reduces along these axes until none helps any more; tells whether any did. */
function* exhaust(search: Search, axes: readonly ReductionAxis[]): Shrinking<boolean> {
  const before = search.smallest;
  let start: Scenario;
  do {
    start = search.smallest;
    for (const axis of axes) yield* descend(search, axis);
  } while (search.smallest !== start);
  return search.smallest !== before;
}

/**
 * Reduces along one axis. A reduction that removed the failure once is unlikely to help in a
 * smaller scenario, so the search continues after the last one that it took.
 */
function* descend(search: Search, axis: ReductionAxis): Shrinking<void> {
  let skipped = 0;
  while (mayGoOn(search)) {
    const step = search.smallest;
    let index = 0;
    for (const candidate of reductionsAlong(axis, step)) {
      if (!mayGoOn(search) || (index >= skipped && (yield* isTaken(search, candidate)))) break;
      index += 1;
    }
    if (search.smallest === step) return;
    skipped = index;
  }
}

/** Tries reductions that take out whole elements, with other seeds; tells whether one helped. */
function* tryLuck(search: Search): Shrinking<boolean> {
  const { smallest } = search;
  for (const axis of COARSE_AXES) {
    for (const candidate of reductionsAlong(axis, smallest)) {
      for (const seed of OTHER_SEEDS) {
        if (!mayGoOn(search)) return false;
        if (yield* isTaken(search, { ...candidate, seed })) return true;
      }
    }
  }
  return false;
}

function mayGoOn({ attempts, limit, isWanted }: Search): boolean {
  return attempts < limit && isWanted();
}

/** Yields a scenario that has not been tried yet, and takes it if it still fails. */
function* isTaken(search: Search, candidate: Scenario): Shrinking<boolean> {
  if (search.work !== undefined && workOf(candidate) !== search.work) return false;
  const key = textOf(candidate);
  if (search.tried.has(key)) return false;
  search.tried.add(key);
  search.attempts += 1;
  const stillFails = yield candidate;
  if (!stillFails) return false;
  search.smallest = candidate;
  return true;
}

function textOf(data: unknown): string {
  return JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}
