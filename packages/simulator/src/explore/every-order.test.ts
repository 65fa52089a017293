import { openCrypto } from '@quorate/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnMachines, isLastWord } from '../../test/drawn-machines.ts';
import { everyOrderOf, everyStand, followed, type Stand } from '../../test/every-order.ts';
import { noting } from '../../test/noting.ts';
import { loadScenario } from '../scenario/read/load.ts';
import { buildCluster } from './cluster.ts';
import type { Given } from './given.ts';
import type { Machine, Sent, Taken } from './machines/machine.ts';
import { createMoves, type Move } from './moves.ts';
import { createLanguage } from './numbers/language.ts';
import type { Messages } from './numbers/messages.ts';
import { type SearchLimits, search } from './search.ts';
import { createSteps, type Edge } from './steps.ts';
import { createGround } from './survey.ts';
import type { Budgets, Whole } from './whole.ts';

const document = {
  version: 1,
  name: 'nobody',
  cluster: { validators: 1, clients: { alice: {} } },
  workload: [],
};
const cluster = buildCluster(loadScenario(JSON.stringify(document), 'nobody'), {
  crypto: openCrypto('memo'),
});
/** Cases with more states than this are left to the benchmarks. */
const MOST = 400;
const NO_LIMITS = { states: 100_000, depth: 1_000, mayGoOn: () => true };

/** A node that has the last word gives something away. */
function createMarksOf(machines: readonly Machine[]): Given['marksOf'] {
  return ({ name }, { sent }: Taken) =>
    sent.some(isLastWord) ? [machines.findIndex((each) => each.name === name)] : [];
}

/** Searches nodes, and tells what is in each set of what was given away; two of it break something. */
function searched(
  machines: readonly Machine[],
  {
    budgets,
    limits,
    isCorrect,
    breaksAt,
  }: {
    readonly budgets: Budgets;
    readonly limits: SearchLimits;
    readonly isCorrect: (node: string) => boolean;
    readonly breaksAt: number;
  },
) {
  const { given: real } = createGround(cluster, { budgets, limits });
  const contents = new Map<number, readonly number[]>([[0, []]]);
  const given: Given = {
    ...real,
    marksOf: createMarksOf(machines),
    with(set, marks) {
      const number = real.with(set, marks);
      contents.set(number, contents.get(number) ?? [...(contents.get(set) ?? []), ...marks]);
      return number;
    },
    breachIn: (set) => (marksIn(set).size >= breaksAt ? 'no-double-sign' : undefined),
  };
  const marksIn = (set: number) => new Set(contents.get(set));
  const steps = createSteps(machines, given.marksOf, createLanguage(machines));
  let edges: Edge[] = [];
  const onEdge = (_: number, edge: Edge) => void edges.push(edge);
  const { moves, wholes } = noting(
    createMoves({ machines, steps, given, budgets, isCorrect, onEdge }),
  );
  const found = search({
    nodes: machines.length,
    steps,
    given,
    moves,
    limits,
    taken: () => {
      const last = edges;
      edges = [];
      return last;
    },
  });
  const standOf = ({ locals, underWay, given: set, left }: Whole): Stand => ({
    locals: locals.map((local, node) => steps.localAt(node, local)),
    underWay: underWay.map(steps.messages.at),
    marks: marksIn(set),
    left,
  });
  const { messages } = steps;
  const isInert = (sent: Sent) => steps.isInert(messages.numberOf(sent));
  return { found, stands: wholes.map(standOf), standOf, messages, isInert };
}

const one = fc.nat({ max: 1 });
const anyBudgets = fc.record({ drops: one, duplicates: one, crashes: one, timeouts: one });

/** Draws nodes and what may go wrong; gives what each order of events comes to, taken by itself. */
function drawn(machines: readonly Machine[], budgets: Budgets, isLiar: boolean) {
  const isCorrect = (node: string) => !(isLiar && node === 'v2');
  const order = everyOrderOf({ machines, isCorrect, marksOf: createMarksOf(machines), budgets });
  const every = everyStand(order, MOST);
  const shown = ({ locals, marks }: Pick<Stand, 'locals' | 'marks'>) =>
    `${locals.map(order.identities.of)} / ${[...marks].toSorted((a, b) => a - b)}`;
  const search = (more: Partial<SearchLimits & { breaksAt: number }> = {}) =>
    searched(machines, {
      budgets,
      isCorrect,
      breaksAt: 9,
      ...more,
      limits: { ...NO_LIMITS, ...more },
    });
  const follow = (path: readonly Move[], messages: Messages) => followed(order, path, messages);
  return { every, shown, search, follow, textOf: order.textOf };
}

function assertOfAll(check: (found: ReturnType<typeof drawn>) => void, numRuns: number): void {
  const property = fc.property(drawnMachines(), anyBudgets, fc.boolean(), (...given) => {
    check(drawn(...given));
  });
  fc.assert(property, { numRuns });
}

describe('the search', () => {
  it('reaches what every order of events reaches, each taken by itself, and no other end', () => {
    let orders = 0;
    assertOfAll(({ every, shown, search, textOf }) => {
      if (every === undefined) return;
      const { stands, standOf, found, isInert } = search();
      const states = every.stands.map(({ stand }) => stand);
      expect(new Set(stands.map(shown))).toEqual(new Set(states.map(shown)));
      const ends = states.filter(({ underWay }) => underWay.length === 0);
      expect(new Set(found.ends.map(({ whole }) => shown(standOf(whole))))).toEqual(
        new Set(ends.map(shown)),
      );
      // Messages that the search passes over may also be lost or come twice, so it knows only a
      // part of what is left.
      const all = states.map(({ underWay, ...stand }) =>
        textOf({ ...stand, underWay: underWay.filter((sent) => !isInert(sent)) }),
      );
      const known = new Set(all);
      expect(stands.map(textOf).filter((text) => !known.has(text))).toEqual([]);
      orders += stands.length;
    }, 60);
    expect(orders).toBeGreaterThan(100);
  });

  it('gives a way to each step of each node and to each end, and none is shorter to what breaks', () => {
    let breaches = 0;
    assertOfAll(({ every, shown, search, follow }) => {
      if (every === undefined) return;
      const { found, messages, standOf } = search();
      const steps = found.coverings.flatMap(({ path }) => follow(path(), messages).steps);
      // On each way there is what nodes do in the beginning, which some of them do again later.
      const begun = follow([], messages).steps;
      expect(new Set([...begun, ...steps])).toEqual(new Set([...begun, ...every.steps]));
      for (const { whole, path } of found.ends)
        expect(shown(follow(path, messages).stand)).toBe(shown(standOf(whole)));
      const [breach] = every.stands.filter(({ stand }) => stand.marks.size > 1);
      const broken = search({ breaksAt: 2 });
      expect(broken.found.breach?.length).toBe(breach?.depth);
      if (breach === undefined || broken.found.breach === undefined) return;
      const within = (depth: number) => search({ breaksAt: 2, depth }).found.breach?.length;
      expect(within(breach.depth)).toBe(breach.depth);
      if (breach.depth > 0) expect(within(breach.depth - 1)).toBe(undefined);
      expect(follow(broken.found.breach, broken.messages).stand.marks.size).toBeGreaterThan(1);
      breaches += 1;
    }, 120);
    expect(breaches).toBeGreaterThan(0);
  });

  it('is not complete where a limit is below what there is, and has all ends within it', () => {
    assertOfAll(({ shown, search }) => {
      const { standOf, found } = search({ states: MOST });
      const { states, depth, cutOff, ends } = found;
      if (cutOff !== undefined) return;
      for (let most = 0; most < depth; most += 1) {
        const near = search({ depth: most });
        // It may take for an end what only a message of later events would change.
        const known = new Set(near.found.ends.map(({ whole }) => shown(near.standOf(whole))));
        const within = ends.filter(({ path }) => path.length <= most);
        const missing = within.filter(({ whole }) => !known.has(shown(standOf(whole))));
        expect(missing).toEqual([]);
      }
      expect(search({ states }).found.cutOff).toBe(undefined);
      if (states > 1) expect(search({ states: states - 1 }).found.cutOff).toBe('max-states');
      if (depth > 0) expect(search({ depth: depth - 1 }).found.cutOff).toBe('max-depth');
      expect(search({ depth: depth + 1 }).found.cutOff).toBe(undefined);
    }, 30);
  });
});
