import { InvariantError } from '@quorate/core';
import type { OracleReport } from '../run-result.ts';
import type { Cluster } from './cluster.ts';
import type { Move, Moves } from './moves.ts';
import { unlessTooMany } from './numbers/numbers.ts';
import { type Rerun, type RerunOptions, rerun } from './rerun.ts';
import type { Found, SearchLimits } from './search.ts';
import type { Edge, Steps } from './steps.ts';
import { goOn, type MayGoOn } from './time-is-up.ts';
import type { Whole } from './whole.ts';

/** One order of events. */
export interface Order {
  readonly path: readonly Move[];
  /** Whether nothing is under way after it. */
  readonly isEnd: boolean;
}

/** What is judged, and how. */
export interface JudgeOptions {
  readonly cluster: Cluster;
  readonly found: Found;
  readonly steps: Steps;
  readonly moves: Moves;
  /** Gives the steps of nodes that the last move took. */
  readonly taken: () => readonly Edge[];
}

/**
 * Runs orders of events again under all oracles, until each step that any correct node takes in any
 * order, and each way in which orders end, was part of one. Gives the first order that breaks an
 * invariant, and stops there. No order has more moves than `depth`.
 *
 * @throws TimeIsUpError if it has to stop before it has found one
 */
export function judge(
  options: JudgeOptions,
  tally: Tally,
  { depth, mayGoOn }: Pick<SearchLimits, 'depth' | 'mayGoOn'>,
): Order | undefined {
  const { cluster, found, steps } = options;
  const { messages } = steps;
  const judged = new Set<Edge>();
  const run = (order: Order) => tally.run({ cluster, messages, ...order });

  const covering = found.coverings.map(({ edge, path }) => () => {
    if (judged.has(edge)) return undefined;
    const whole = toItsEnd(path(), { ...options, judged, depth });
    for (const each of whole.edges) judged.add(each);
    return { path: whole.path, isEnd: false };
  });
  const ends = found.ends.map(({ path }) => () => ({ path, isEnd: true }));

  if (found.breach !== undefined) {
    const order = { path: found.breach, isEnd: false };
    if (!breaks(run(order))) throw new InvariantError(UNREPEATED);
    return order;
  }
  const ways = found.coverings.map(({ path }) => path);
  for (const make of [...covering, ...ends]) {
    goOn(mayGoOn);
    const order = make();
    if (order === undefined) continue;
    const seen = run(order);
    if (breaks(seen)) return shortened({ order, seen }, ways, { run, mayGoOn });
  }
  return undefined;
}

/**
 * What is wrong if an order of events breaks something only the first time: rules of a caller may
 * remember what they were asked, and then their nodes are no functions of their states.
 */
export const UNREPEATED =
  'an order of events broke an invariant once, and not when it was run again: ' +
  'a rule that remembers what it was asked, or a bug of the exploration';

/** Tells whether a rerun breaks an invariant. */
export function breaks({ oracles }: Rerun): boolean {
  return oracles.some(({ violations }) => violations.length > 0);
}

/** An order that breaks an invariant, and what was observed in it. */
interface Breaking {
  readonly order: Order;
  readonly seen: Rerun;
}

/**
 * Looks for a shorter order that breaks an invariant too, up to the step that breaks it. If there
 * is no time for that, gives the order itself, up to the first event that breaks one.
 */
export function shortened(
  breaking: Breaking,
  ways: readonly (() => readonly Move[])[],
  { run, mayGoOn }: { run(order: Order): Rerun; readonly mayGoOn: MayGoOn },
): Order {
  const order = untilBroken(breaking);
  for (const path of ways) {
    const shorter = { path: path(), isEnd: false };
    if (shorter.path.length >= order.path.length || !mayGoOn()) break;
    if (breaks(run(shorter))) return shorter;
  }
  return order;
}

/** Leaves out what comes after the first event that breaks an invariant. */
function untilBroken({ order, seen }: Breaking): Order {
  const { length } = order.path;
  const violations = seen.oracles.flatMap((oracle) => oracle.violations);
  // What was found at the end has no event.
  const first = Math.min(...violations.map(({ event = length }) => event));
  return first < length ? { path: order.path.slice(0, first), isEnd: false } : order;
}

/** How an order of events is continued. */
interface Continuing extends Pick<JudgeOptions, 'moves' | 'taken'> {
  readonly judged: ReadonlySet<Edge>;
  readonly depth: number;
}

/**
 * Continues an order of events until nothing is under way or it has the most moves, preferably with
 * steps that are still to be judged, and gives the steps that are taken on the whole way.
 */
function toItsEnd(bare: readonly Move[], { moves, taken, judged, depth }: Continuing) {
  const path = [...bare];
  const edges: Edge[] = [];
  let whole: Whole = moves.begin();

  function take(move: Move) {
    const next = moves.take(whole, move);
    return { move, next, edges: taken() };
  }

  function follow({ next, edges: own }: ReturnType<typeof take>): void {
    whole = next;
    edges.push(...own);
  }

  for (const move of bare) follow(take(move));
  const isOpen = (edge: Edge) => !judged.has(edge) && !edges.includes(edge);
  const most = Math.min(WAY_MAX, depth - bare.length);
  for (let left = most; left > 0 && whole.underWay.length > 0; left -= 1) {
    const all = unlessTooMany(() =>
      whole.underWay.map((message) => take({ kind: 'deliver', message })),
    );
    const best = all?.find((each) => each.edges.some(isOpen)) ?? all?.[0];
    if (best === undefined) break;
    follow(best);
    path.push(best.move);
  }
  // Steps of a move that exceeded a limit belong to no way.
  taken();
  return { path, edges };
}

/** The longest continuation: a faulty node may make the end unreachable. */
const WAY_MAX = 1_000;

/** Runs orders of events again, and adds up what oracles checked in them. */
export interface Tally {
  run(order: RerunOptions): Rerun;
  sum(): { readonly reruns: number; readonly oracles: readonly OracleReport[] };
}

/** Creates an empty tally. */
export function createTally(): Tally {
  const sums = new Map<string, OracleReport>();
  let reruns = 0;

  function add({ name, checks, violations }: OracleReport): void {
    const before = sums.get(name);
    sums.set(name, {
      name,
      checks: (before?.checks ?? 0) + checks,
      violations: before === undefined || violations.length > 0 ? violations : before.violations,
    });
  }

  return {
    run(order) {
      const seen = rerun(order);
      reruns += 1;
      for (const each of seen.oracles) add(each);
      return seen;
    },
    sum: () => ({ reruns, oracles: [...sums.values()] }),
  };
}
