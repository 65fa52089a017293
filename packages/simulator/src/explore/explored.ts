import type { OracleReport } from '../run-result.ts';
import type { Cluster } from './cluster.ts';
import { type EndReport, reportEnds } from './ends.ts';
import { createTally, judge, type Order, type Tally } from './judge.ts';
import { at, unlessTooMany } from './numbers/numbers.ts';
import { partsOf } from './parts.ts';
import type { CutOff } from './search.ts';
import type { StepCounts } from './steps.ts';
import { type Ground, type Survey, survey } from './survey.ts';
import { goOn, inTime } from './time-is-up.ts';
import { findApart, judgeTogether } from './together.ts';

/** One client of several that do not affect each other, explored alone. */
export interface PartReport {
  readonly client: string;
  readonly states: number;
}

/** How much was explored. */
export interface Extent extends StepCounts {
  /** The number of different states of the cluster that were found. */
  readonly states: number;
  /** The number of moves between states that were examined. */
  readonly transitions: number;
  /** The length of the longest of the shortest ways to a state. */
  readonly depth: number;
  /** Why not everything was explored; absent if everything was. */
  readonly cutOff?: CutOff;
  /** The parts in which the cluster was explored; absent if it was explored as a whole. */
  readonly parts?: readonly PartReport[];
  /** The different ways in which orders of events end. */
  readonly ends: readonly EndReport[];
  /** How many orders were run again under all oracles. */
  readonly reruns: number;
  readonly oracles: readonly OracleReport[];
}

/** The result of an exploration. */
export interface Explored {
  readonly extent: Extent;
  /** The first order of events that breaks an invariant; undefined if none does. */
  readonly broken: Broken | undefined;
}

/** An order of events of a cluster, or of the part of one client. */
export interface Broken {
  readonly order: Order;
  readonly client: string | undefined;
}

/** Explores a cluster: client by client if these do not affect each other, otherwise as a whole. */
export function exploreCluster(cluster: Cluster, ground: Ground): Explored {
  return unlessTooMany(() => exploreApart(cluster, ground)) ?? exploreWhole(cluster, ground);
}

function exploreWhole(cluster: Cluster, ground: Ground): Explored {
  const tally = createTally();
  const surveyed = survey(cluster, ground);
  const judged = inTime(() => judge(surveyed, tally, ground.limits));
  const order = judged.isDone ? judged.made : undefined;
  const extent = { ...sumOf([surveyed], tally), ends: endsOf(surveyed) };
  return {
    extent: judged.isDone ? extent : { ...extent, cutOff: 'time' },
    broken: order && { order, client: undefined },
  };
}

interface PartsOptions {
  readonly parts: ReturnType<typeof partsOf>;
  /** Collects what was explored so far, so that it is known when the time is up. */
  readonly surveys: Survey[];
  readonly tally: Tally;
}

/** Gives undefined if the clients cannot be explored separately. */
function exploreApart(cluster: Cluster, ground: Ground): Explored | undefined {
  const { drops, duplicates, crashes, timeouts } = ground.budgets;
  const parts = partsOf(cluster);
  // The budgets of things that go wrong are for all clients together and cannot be divided among
  // them.
  if (parts.length < 2 || drops + duplicates + crashes + timeouts > 0) return undefined;
  const tally = createTally();
  const surveys: Survey[] = [];
  const explored = inTime(() => exploreParts(cluster, ground, { parts, surveys, tally }));
  if (explored.isDone) return explored.made;
  // If only a part was explored to its end, nothing is known about the ends of the whole.
  return { extent: { ...sumOf(surveys, tally), cutOff: 'time', ends: [] }, broken: undefined };
}

function exploreParts(
  cluster: Cluster,
  ground: Ground,
  { parts, surveys, tally }: PartsOptions,
): Explored | undefined {
  const { limits } = ground;

  function brokenIn(client: string | undefined, order: Order | undefined): Explored {
    const ends = surveys.flatMap(endsOf);
    return { extent: { ...sumOf(surveys, tally), ends }, broken: order && { order, client } };
  }

  for (const { client, cluster: own } of parts) {
    const surveyed = survey(own, ground);
    surveys.push(surveyed);
    const { breach, cutOff } = surveyed.found;
    if (breach !== undefined) return brokenIn(client, judge(surveyed, tally, limits));
    goOn(limits.mayGoOn);
    if (cutOff !== undefined) return undefined;
  }
  const apart = findApart(cluster, surveys, ground);
  if (apart === undefined) return undefined;
  for (const [index, { client }] of parts.entries()) {
    const surveyed = at(surveys, index);
    const order = judge(surveyed, tally, limits);
    if (order !== undefined) return brokenIn(client, order);
  }
  const met = judgeTogether(apart, tally);
  if (met === undefined) return undefined;
  if (met.broken !== undefined) return brokenIn(undefined, met.broken);
  const reports = parts.map(({ client }, index) => ({
    client,
    states: at(surveys, index).found.states,
  }));
  return {
    extent: { ...sumOf(surveys, tally), parts: reports, ends: met.ends },
    broken: undefined,
  };
}

function sumOf(surveys: readonly Survey[], tally: Tally): Omit<Extent, 'ends'> {
  const sum = (of: (survey: Survey) => number) => surveys.reduce((all, each) => all + of(each), 0);
  const cutOff = surveys.at(-1)?.found.cutOff;
  return {
    steps: sum(({ steps }) => steps.counts().steps),
    locals: sum(({ steps }) => steps.counts().locals),
    messages: at(surveys, 0).steps.messages.count(),
    states: sum(({ found }) => found.states),
    transitions: sum(({ found }) => found.transitions),
    depth: sum(({ found }) => found.depth),
    ...(cutOff === undefined ? {} : { cutOff }),
    ...tally.sum(),
  };
}

function endsOf({ cluster, found, steps }: Survey): readonly EndReport[] {
  const ends = found.ends.map(({ whole }) =>
    whole.locals.map((local, node) => steps.localAt(node, local)),
  );
  return reportEnds(cluster, ends);
}
