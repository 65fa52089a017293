import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../test/scenarios.ts';
import { createEventQueue } from './event-queue.ts';
import { createOrderQueue } from './order-queue.ts';
import { recordRun } from './recording/record-run.ts';
import { runScenario } from './run-scenario.ts';
import type { OrderedTurn } from './scenario/network/order.ts';
import { createTurnWords } from './world/turn-words.ts';

const NAMES = ['v1', 'v2', 'p1'] as const;
const anyTimer = fc.record({ at: fc.nat(20), node: fc.constantFrom(...NAMES, undefined) });
const anyTurn = fc.record({ node: fc.constantFrom(...NAMES), nth: fc.integer({ min: 1, max: 3 }) });

/** Pops the timers of some nodes, those without a node free, in a stated order. */
function popped(
  timers: readonly { readonly at: number; readonly node: string | undefined }[],
  turns: readonly { readonly node: string; readonly nth: number }[],
): readonly number[] {
  const rest = createEventQueue<() => void>();
  const words = createTurnWords({ nameOf: String, labelOf: String });
  const order = turns.map((turn): OrderedTurn => ({ do: 'fire', timer: 'retry', ...turn }));
  const queue = createOrderQueue({ order, rest, words });
  const out: number[] = [];
  for (const [index, { at, node }] of timers.entries()) {
    const turn = node === undefined ? undefined : { to: node, timer: 'retry' };
    queue.push(at, 0, () => out.push(index), turn);
  }
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) next.task();
  expect(queue.size()).toBe(0);
  return out;
}

describe('a queue with a stated order', () => {
  it('takes each event once, what the order names first and the rest in the order of time', () => {
    const property = fc.property(
      fc.array(anyTimer.filter(({ node }) => node !== undefined)),
      fc.array(anyTurn),
      (timers, turns) => {
        const left = timers.map((timer, index) => ({ ...timer, index }));
        const expected = turns.flatMap(({ node, nth }) => {
          const found = left.filter((each) => each.node === node)[nth - 1];
          if (found === undefined) return [];
          left.splice(left.indexOf(found), 1);
          return [found.index];
        });
        const rest = left.toSorted((a, b) => a.at - b.at).map(({ index }) => index);
        expect(popped(timers, turns)).toEqual([...expected, ...rest]);
      },
    );
    fc.assert(property);
  });

  it('lets what nobody can name come when it is due, and no later', () => {
    const property = fc.property(fc.array(anyTimer), fc.array(anyTurn), (timers, turns) => {
      const order = popped(timers, turns);
      expect(order.toSorted((a, b) => a - b)).toEqual(timers.map((_, index) => index));
      let elapsed = 0;
      const waiting = new Set(timers.flatMap(({ node }, index) => (node ? [] : [index])));
      for (const index of order) {
        const isFree = waiting.delete(index);
        const at = timers[index]?.at ?? 0;
        // After the order, what is due first comes first.
        const due = Math.min(at, elapsed);
        const late = [...waiting].filter((each) => (timers[each]?.at ?? 0) < due);
        if (!isFree) expect(late).toEqual([]);
        elapsed = Math.max(elapsed, at);
      }
    });
    fc.assert(property);
  });

  it('waits for what brings about the next event of the order', () => {
    const rest = createEventQueue<() => void>();
    const words = createTurnWords({ nameOf: String, labelOf: String });
    const order: readonly OrderedTurn[] = [{ do: 'fire', node: 'v1', timer: 'retry', nth: 1 }];
    const queue = createOrderQueue({ order, rest, words });
    const out: string[] = [];
    queue.push(1, 0, () => out.push('v2'), { to: 'v2', timer: 'retry' });
    queue.push(5, 0, () => {
      out.push('start');
      queue.push(9, 0, () => out.push('v1'), { to: 'v1', timer: 'retry' });
    });
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) next.task();
    expect(out).toEqual(['start', 'v1', 'v2']);
  });
});

describe('a run with a stated order', () => {
  const letter = (message: string, from: string, to: string) => ({ message, from, to, nth: 1 });

  /** Alice pays Bob through a proxy, and the run begins with these events. */
  function beginning(...order: readonly OrderedTurn[]) {
    const scenario = scenarioOf({
      validators: 1,
      clients: { alice: { balance: 10 }, bob: {} },
      steps: { alice: [pay('bob', 1)] },
    });
    const { events, losses, result } = recordRun({
      ...scenario,
      network: { ...scenario.network, order },
    });
    expect(result.verdict).toBe('pass');
    const { neverCame } = result;
    const seen = events.map(({ from, to, kind }) => `${from} ${to} ${kind}`);
    return { seen, neverCame, lost: losses.map(({ from, to, kind }) => `${from} ${to} ${kind}`) };
  }

  it('loses what it is to lose, and the client asks again', () => {
    const { seen, lost } = beginning({ do: 'lose', ...letter('SubmitTransaction', 'alice', 'p1') });
    expect(lost).toEqual(['alice p1 SubmitTransaction']);
    expect(seen).toContain('alice p1 SubmitTransaction');
  });

  it('lets a copy arrive, and then the message itself', () => {
    const { seen, lost } = beginning(
      { do: 'copy', ...letter('SubmitTransaction', 'alice', 'p1') },
      { do: 'deliver', ...letter('SubmitTransaction', 'alice', 'p1') },
    );
    expect(seen.filter((each) => each === 'alice p1 SubmitTransaction')).toHaveLength(2);
    expect(seen.indexOf('alice p1 SubmitTransaction')).toBeLessThan(
      seen.indexOf('p1 v1 SubmitTransaction'),
    );
    expect(lost).toEqual([]);
  });

  it('lets a timer go off before a message that is due sooner', () => {
    const { seen } = beginning({ do: 'fire', node: 'alice', timer: 'retry', nth: 1 });
    expect(seen.slice(0, 2)).toEqual(['user:alice alice Execute', ' alice Timer retry']);
  });

  it('passes over what never comes, and says what that was', () => {
    const { seen, neverCame } = beginning(
      { do: 'deliver', ...letter('SubmitTransaction', 'alice', 'p1') },
      { do: 'deliver', ...letter('SubmitTransaction', 'bob', 'p1') },
      { do: 'fire', node: 'v1', timer: 'retry', nth: 1 },
      { do: 'deliver', ...letter('SubmitTransaction', 'p1', 'v1') },
    );
    expect(seen).toContain('alice p1 SubmitTransaction');
    expect(neverCame).toEqual([1, 2, 3]);
  });

  it('says what has not come by its limit', () => {
    const scenario = scenarioOf({
      validators: 1,
      clients: { alice: { balance: 10 }, bob: {} },
      steps: { alice: [pay('bob', 1)] },
    });
    const order = ['alice', 'bob', 'p1'].map((from) => ({
      do: 'deliver' as const,
      ...letter('SubmitTransaction', from, from === 'p1' ? 'v1' : 'p1'),
    }));
    const limits = { ...scenario.limits, events: 1 };
    const network = { ...scenario.network, order };
    expect(runScenario({ ...scenario, network, limits }).neverCame).toEqual([0, 1, 2]);
  });
});
