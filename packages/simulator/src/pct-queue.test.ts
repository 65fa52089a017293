import { createRng, createSampler } from '@quorate/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { createPctQueue } from './pct-queue.ts';

const NONE = Number.POSITIVE_INFINITY;

function pctQueue<T>(
  seed: bigint,
  options: Partial<Record<'depth' | 'window' | 'events' | 'end', number>>,
) {
  const rng = createRng(seed);
  const stream = rng.stream('schedule');
  const priorityOf = (name: string) => rng.stream(name).nextUint32();
  const { depth = 1, window = NONE, events = 100, end = NONE } = options;
  return createPctQueue<T>({ depth, window, end, events, stream, priorityOf });
}

interface Event {
  readonly at: number;
  readonly actor: string | undefined;
}

const actor = fc.constantFrom('a', 'b', 'c', undefined);
const anyEvents = fc.array(fc.record({ at: fc.nat(20), actor }), { maxLength: 30 });
const anyOptions = fc.record({
  depth: fc.integer({ min: 1, max: 5 }),
  window: fc.nat(15),
  events: fc.integer({ min: 1, max: 40 }),
});
const anySeed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

function mayOvertake(early: Event, late: Event): boolean {
  const isFree = early.actor === undefined || late.actor === undefined;
  return !isFree && early.actor !== late.actor;
}

function turnOf(name: string | undefined): { readonly to: string } | undefined {
  return name === undefined ? undefined : { to: name };
}

function pushAll(queue: EventQueue<Event>, events: readonly Event[]) {
  return events.map((event) => queue.push(event.at, 0, event, turnOf(event.actor)));
}

function drain(queue: EventQueue<Event>): Event[] {
  const events: Event[] = [];
  for (let next = queue.peek(); next !== undefined; next = queue.peek()) {
    expect(queue.pop()).toBe(next);
    events.push(next.task);
  }
  expect(queue.size()).toBe(0);
  return events;
}

describe('createPctQueue', () => {
  it('gives out all that is due by the end of a run before anything that is due later', () => {
    fc.assert(
      fc.property(anySeed, anyOptions, anyEvents, fc.nat(20), (seed, options, events, end) => {
        const queue = pctQueue<Event>(seed, { ...options, end });
        pushAll(queue, events);
        const isLate = drain(queue).map(({ at }) => at > end);
        expect(isLate).toEqual(isLate.toSorted((one, other) => Number(one) - Number(other)));
      }),
    );
  });

  it('gives out every event once, in the same order from the same seed', () => {
    fc.assert(
      fc.property(anySeed, anyOptions, anyEvents, (seed, options, events) => {
        const orders = [1, 2].map(() => {
          const queue = pctQueue<Event>(seed, options);
          pushAll(queue, events);
          expect(queue.size()).toBe(events.length);
          return drain(queue);
        });
        expect(orders[1]).toEqual(orders[0]);
        expect(new Set(orders[0])).toEqual(new Set(events));
      }),
    );
  });

  it('lets no event overtake by more than the window, nor within an actor, nor one without actor', () => {
    fc.assert(
      fc.property(anySeed, anyOptions, anyEvents, (seed, options, events) => {
        const { window } = options;
        const queue = pctQueue<Event>(seed, options);
        pushAll(queue, events);
        const order = drain(queue);
        const pairs = order.flatMap((early, index) =>
          order.slice(index + 1).map((late) => [early, late] as const),
        );
        for (const [early, late] of pairs) {
          expect(early.at - late.at).toBeLessThanOrEqual(mayOvertake(early, late) ? window : 0);
        }
      }),
    );
  });

  it('takes back what is cancelled, and nothing else', () => {
    fc.assert(
      fc.property(anySeed, anyOptions, anyEvents, fc.nat(), (seed, options, events, choice) => {
        const queue = pctQueue<Event>(seed, options);
        const handles = pushAll(queue, events);
        const cancelled = handles.filter((_, index) => (choice >> (index % 31)) % 2 === 1);
        for (const handle of cancelled) {
          expect([queue.cancel(handle), queue.cancel(handle)]).toEqual([true, false]);
        }
        const gone = new Set(cancelled.map(({ task }) => task));
        expect(new Set(drain(queue))).toEqual(new Set(events.filter((event) => !gone.has(event))));
      }),
    );
  });

  it('orders actors in the same way, whichever is heard first and whatever others there are', () => {
    const order = (seed: bigint, names: string) => {
      const queue = pctQueue<Event>(seed, {});
      pushAll(
        queue,
        [...names].map((name, at) => ({ at, actor: name })),
      );
      return drain(queue).map((event) => event.actor);
    };
    for (let seed = 0n; seed < 20n; seed += 1n) {
      const expected = order(seed, 'abcd');
      expect(order(seed, 'dcba')).toEqual(expected);
      expect(order(seed, 'cba')).toEqual(expected.filter((name) => name !== 'd'));
    }
  });

  it('reaches every order of actors', () => {
    const orders = new Set<string>();
    for (let seed = 0n; seed < 200n; seed += 1n) {
      const queue = pctQueue<Event>(seed, {});
      const events = ['a', 'b', 'c', 'd'].map((name, at) => ({ at, actor: name }));
      pushAll(queue, events);
      orders.add(String(drain(queue).map((event) => event.actor)));
    }
    expect(orders.size).toBe(24);
  });

  it('changes its mind only at its points: depth - 1 times at most', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 1, max: 4 }), (seed, depth) => {
        const queue = pctQueue<Event>(seed, { depth, events: 20 });
        const actors = ['a', 'b'];
        const events = Array.from({ length: 10 }, (_, at) =>
          actors.map((name) => ({ at, actor: name })),
        );
        pushAll(queue, events.flat());
        const order = drain(queue).map((event) => event.actor);
        const switches = order.filter((name, index) => index > 0 && name !== order[index - 1]);
        // One more when the events of the first actor have run out.
        expect(switches.length).toBeLessThanOrEqual(depth);
      }),
    );
  });

  it('finds an ordering that needs one inversion more often than random delays do', () => {
    const hits = (queueOf: (seed: bigint) => EventQueue<() => void>) =>
      Array.from({ length: 1_000 }, (_, seed) => BigInt(seed)).filter((seed) =>
        hitsThePlantedBug(seed, queueOf(seed)),
      ).length;
    const random = hits(() => createEventQueue());
    const pct = hits((seed) => pctQueue(seed, { depth: 2, window: 1e12, events: 14 }));
    expect(pct).toBeGreaterThan(5 * random);
    expect(pct).toBeGreaterThan(20);
  });

  it('finds three orderings as often as promised, also where the first to drop must go on last', () => {
    const seeds = Array.from({ length: 2_000 }, (_, seed) => BigInt(seed));
    const events = ORDER_BY_THREE.length;
    const hits = seeds.filter((seed) => {
      const order = orderOfThree(pctQueue(seed, { depth: 3, events }));
      return String(order) === String(ORDER_BY_THREE);
    });
    // One in n k^(depth - 1), give or take four standard deviations.
    const expected = seeds.length / (3 * events ** 2);
    expect(Math.abs(hits.length - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });
});

/**
 * An order that needs three orderings: b1 waits for a1, b2 for a2, b3 for b2. Of the actors of b2
 * and b3, which both have to drop, that of b3 comes to its point first and may go on last.
 */
const ORDER_BY_THREE = ['m', 'a1', 'b1', 'a2', 'b2', 'b3'];

function orderOfThree(queue: EventQueue<() => void>): readonly string[] {
  const order: string[] = [];
  const send = (to: string, name: string, then?: () => void) =>
    queue.push(
      0,
      0,
      () => {
        order.push(name);
        then?.();
      },
      { to },
    );
  send('second', 'm', () => send('third', 'a1', () => send('third', 'b3')));
  send('first', 'b1', () => send('second', 'b2'));
  send('first', 'a2');
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) next.task();
  return order;
}

const THROWS = 10;

/**
 * Two messages are on their way to a victim while two others throw a ball to and fro. The
 * bug shows when the victim has heard the first before the ball moves and the second only after it
 * has come to rest.
 */
function hitsThePlantedBug(seed: bigint, queue: EventQueue<() => void>): boolean {
  const stream = createRng(seed).stream('delays');
  const draw = createSampler({ kind: 'exp', mean: 1_000_000n, min: 0n });
  let now = 0;
  let heard = 0;
  let throws = 0;
  let isHit = false;
  const send = (to: string, act: () => void) => {
    queue.push(now + draw(stream), 0, act, { to });
  };
  const hear = () => {
    heard += 1;
    if (heard === 1 && throws > 0) heard = 9;
    if (heard === 2 && throws === THROWS) isHit = true;
  };
  const toss = (to: string, other: string) => () => {
    throws += 1;
    if (throws < THROWS) send(other, toss(other, to));
  };
  send('victim', hear);
  send('victim', hear);
  send('left', toss('left', 'right'));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    now = Math.max(now, next.at);
    next.task();
  }
  return isHit;
}
