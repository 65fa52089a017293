import type { Cluster } from './cluster.ts';
import { type EndReport, reportEnds } from './ends.ts';
import { type Interleaving, interleavingsAt } from './interleavings.ts';
import { breaks, type Order, shortened, type Tally } from './judge.ts';
import type { Local } from './machines/machine.ts';
import { isApartAt } from './meetings.ts';
import type { Move } from './moves.ts';
import { at, NUMBERS_MAX } from './numbers/numbers.ts';
import { createSteps, type Edge, type Steps } from './steps.ts';
import type { Ground, Survey } from './survey.ts';
import { goOn } from './time-is-up.ts';

/** The result of exploring independent parts together. */
export interface Together {
  /** The first order of events that breaks an invariant; undefined if none does. */
  readonly broken: Order | undefined;
  readonly ends: readonly EndReport[];
}

/** Parts of a cluster that do not affect each other. */
export interface Apart {
  readonly cluster: Cluster;
  readonly parts: readonly Survey[];
  readonly ground: Ground;
  /**
   * For each correct validator, what it may receive in each state that all parts together bring it
   * to, as texts; for any node, what breaks it there.
   */
  readonly meetings: ReadonlyMap<number, ReadonlySet<string>>;
}

/**
 * Finds out whether parts of a cluster are independent; gives undefined if they are not.
 *
 * They are independent if no two of them send the same message or give away something about the
 * same nonce, and if no node sends anything different because of another part. Then every order of
 * events of the cluster is an interleaving of orders of its parts, and every such interleaving may
 * happen.
 *
 * @throws TimeIsUpError if the time is up
 */
export function findApart(
  cluster: Cluster,
  parts: readonly Survey[],
  ground: Ground,
): Apart | undefined {
  if (haveCommonWords(parts) || haveCommonNonces(parts, ground)) return undefined;
  const meetings = meetingsOf(cluster, parts, ground);
  return meetings && { cluster, parts, ground, meetings };
}

/**
 * Judges every step of a correct validator in a state that several parts have brought it to, every
 * message that breaks a node there, and each combination of ends of the parts. Gives undefined if
 * some step is in no known order of events.
 *
 * @throws TimeIsUpError if it has to stop before it has found a violation
 */
export function judgeTogether(apart: Apart, tally: Tally): Together | undefined {
  const { cluster, parts, ground, meetings } = apart;
  const { messages } = ground.language;
  const { mayGoOn } = ground.limits;
  const steps = createSteps(cluster.machines, ground.given.marksOf, ground.language);
  const ways = waysTo(apart, steps);
  if (ways === undefined) return undefined;
  const run = (order: Order) => tally.run({ cluster, messages, ...order });
  const judged = new Set<Edge>();
  // The longest ways first: they contain many of the other steps.
  for (const { edge, path } of ways.toReversed()) {
    if (judged.has(edge)) continue;
    goOn(mayGoOn);
    const order = { path: path(), isEnd: false };
    for (const each of edgesAlong(order.path, meetings, steps)) judged.add(each);
    const seen = run(order);
    if (!breaks(seen)) continue;
    const paths = ways.map((way) => way.path);
    return { broken: shortened({ order, seen }, paths, { run, mayGoOn }), ends: [] };
  }
  const ends: (readonly Local[])[] = [];
  for (const path of endsOf(parts)) {
    goOn(mayGoOn);
    const order = { path, isEnd: true };
    const ended = run(order);
    if (breaks(ended)) return { broken: order, ends: [] };
    ends.push(ended.locals);
  }
  return { broken: undefined, ends: reportEnds(cluster, ends) };
}

/**
 * Lists a way to each step of each correct validator, the shortest first; undefined if one is
 * missing.
 */
function waysTo(
  { parts, ground, meetings }: Apart,
  steps: Steps,
): readonly Interleaving[] | undefined {
  const ways: Interleaving[] = [];
  for (const [node, wanted] of meetings) {
    const left = new Set(wanted);
    for (const way of interleavingsAt(node, parts, steps)) {
      left.delete(textOf(steps.localAt(node, way.local), way.message, ground));
      ways.push(way);
    }
    if (left.size > 0) return undefined;
  }
  return ways.sort((a, b) => a.length - b.length);
}

/** Lists the steps of correct validators in an order of events. */
function edgesAlong(
  path: readonly Move[],
  meetings: Apart['meetings'],
  steps: Steps,
): readonly Edge[] {
  const locals = new Map<number, number>();
  return path.flatMap((move) => {
    const node = move.kind === 'deliver' ? steps.messages.receiverOf(move.message) : undefined;
    if (move.kind !== 'deliver' || node === undefined || !meetings.has(node)) return [];
    const before = locals.get(node) ?? at(steps.begin, node).to;
    const edge = steps.take(node, before, { kind: 'hear', message: move.message });
    locals.set(node, edge.to);
    return [edge];
  });
}

/** Gives the meetings of `Apart`; undefined if some node tells the parts from each other. */
function meetingsOf(
  cluster: Cluster,
  parts: readonly Survey[],
  ground: Ground,
): ReadonlyMap<number, ReadonlySet<string>> | undefined {
  const meetings = new Map<number, Set<string>>();
  const { given, language, limits } = ground;
  const tables = parts.map(({ steps }) => steps);
  const options = { cluster, given, language, parts: tables, mayGoOn: limits.mayGoOn };
  for (const [node, { name, role }] of cluster.machines.entries()) {
    const isJudged = role === 'validator' && cluster.isCorrect(name);
    // States that are judged get numbers, so there may be no more of them than numbers.
    const max = isJudged ? Math.min(limits.states, NUMBERS_MAX) : limits.states;
    const own = new Set<string>();
    const isApart = isApartAt(node, { ...options, max }, ({ local, message, breaksNode }) => {
      if (isJudged || breaksNode) own.add(textOf(local, message, ground));
    });
    if (!isApart) return undefined;
    if (own.size > 0) meetings.set(node, own);
  }
  return meetings;
}

function textOf(local: Local, message: number, { language }: Pick<Ground, 'language'>): string {
  return `${language.identities.of(local)} ${message}`;
}

/** Tells whether two parts send the same message, and its receiver does not ignore it. */
function haveCommonWords(parts: readonly Survey[]): boolean {
  const said = parts.map((part) => ({
    ...part.steps,
    all: new Set(edgesIn(part).flatMap(({ sent }) => sent)),
  }));
  return said.some(({ all, isInert }, index) =>
    said.some(
      (other, place) =>
        place !== index && [...all].some((each) => !isInert(each) && other.all.has(each)),
    ),
  );
}

function haveCommonNonces(parts: readonly Survey[], { given }: Ground): boolean {
  const all = parts.map(
    (part) => new Set(edgesIn(part).flatMap(({ marks }) => marks.map(given.placeOf))),
  );
  return (
    new Set(all.flatMap((places) => [...places])).size <
    all.reduce((sum, { size }) => sum + size, 0)
  );
}

/** Lists all steps of the nodes of a part in any order of events. */
function edgesIn({ steps, cluster }: Survey): readonly Edge[] {
  const heard = cluster.machines.flatMap((_, node) => steps.heardBy(node));
  return [...steps.begin, ...heard.map(({ edge }) => edge)];
}

/**
 * Lists the combinations of the ends of all parts; which part's events come first changes from one
 * to the next.
 */
function endsOf(parts: readonly Survey[]): readonly (readonly Move[])[] {
  const paths = parts.reduce<readonly (readonly (readonly Move[])[])[]>(
    (all, { found }) => all.flatMap((before) => found.ends.map(({ path }) => [...before, path])),
    [[]],
  );
  return paths.map((each, index) => {
    const first = index % each.length;
    return [...each.slice(first), ...each.slice(0, first)].flat();
  });
}
