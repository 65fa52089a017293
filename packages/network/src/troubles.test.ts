import { createManualClock, type ManualClock, CLOCK_START as START } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConditions, type NetworkConditions } from './conditions.ts';
import type { LinkModel } from './link-model.ts';
import { createFaultyNetwork } from './network.ts';
import { createRng } from './rng.ts';
import type { Anatomy } from './troubles.ts';

const MS = 1_000_000n;
const PLAIN: LinkModel = { delay: { kind: 'uniform', min: MS, max: 90n * MS }, drop: 0.2 };

interface Message {
  readonly id: number;
  readonly isAnswer: boolean;
  readonly hits?: number;
}

const anatomy: Anatomy<Message> = {
  isResponse: ({ isAnswer }) => isAnswer,
  corrupt: (message, { length }) =>
    message.id % 5 === 0 ? undefined : { ...message, hits: length },
};

interface Arrival {
  readonly id: number;
  readonly at: bigint;
  readonly hits: number;
}

type Meddle = (conditions: NetworkConditions, clock: ManualClock) => void;

/** Sends 200 messages over one link, one each millisecond, every third an answer. */
function run(seed: bigint, model: LinkModel, meddle?: Meddle, memory = 1000) {
  const rng = createRng(seed);
  const clock = createManualClock();
  const conditions = createConditions(() => model);
  const arrivals: Arrival[] = [];
  const lost: (readonly [id: number, reason: string])[] = [];
  const network = createFaultyNetwork<Message>({
    clock,
    rng,
    passage: conditions,
    anatomy,
    memory,
    onDrop: ({ message }, reason) => lost.push([message.id, reason]),
  });
  network.attach('v1', (_from, { id, hits = 0 }) =>
    arrivals.push({ id, at: clock.now() - START, hits }),
  );
  meddle?.(conditions, clock);
  for (let id = 0; id < 200; id += 1) {
    clock.setTimer(START + BigInt(id) * MS, () =>
      network.send('p1', 'v1', { id, isAnswer: id % 3 === 0 }),
    );
  }
  while (clock.runNext());
  expect(network.inFlight()).toBe(0);
  const drawsOf = (stream: string) => rng.stream(`network/p1→v1${stream}`).draws();
  return { arrivals, lost, drawsOf };
}

const anySeed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const ids = (arrivals: readonly Arrival[]) => arrivals.map(({ id }) => id).sort((a, b) => a - b);

describe('troubles of a link', () => {
  it('shift no loss, no delay and no other trouble when they are switched on', () => {
    const trouble = fc.subarray<Partial<LinkModel>>([
      { dropResponses: 0.5 },
      { duplicate: { probability: 0.5, copies: 2, delay: { kind: 'exp', mean: MS, min: 0n } } },
      { replay: { probability: 0.5, age: undefined } },
      { reorder: { probability: 0.5, by: 50n * MS } },
      { corrupt: { probability: 0.5, bits: 3 } },
    ]);
    fc.assert(
      fc.property(anySeed, trouble, (seed, troubles) => {
        const before = run(seed, PLAIN);
        const after = run(seed, Object.assign({}, PLAIN, ...troubles));
        expect(after.lost.filter(([, reason]) => reason === 'link')).toEqual(before.lost);
        expect(after.drawsOf('')).toBe(before.drawsOf(''));
        for (const trouble of troubles) {
          const alone = run(seed, { ...PLAIN, ...trouble });
          for (const kind of Object.keys(trouble)) {
            expect(after.drawsOf(`/${kind}`)).toBe(alone.drawsOf(`/${kind}`));
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('lose answers and nothing else', () => {
    const { lost, drawsOf } = run(1n, { ...PLAIN, drop: 0, dropResponses: 1 });
    expect(drawsOf('/dropResponses')).toBe(400);
    expect(lost).toEqual(Array.from({ length: 67 }, (_, index) => [3 * index, 'response']));
  });

  it('copy messages: each arrives as often as it was copied, and never before the original', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 1, max: 4 }), (seed, copies) => {
        const delay = { kind: 'exp', mean: 20n * MS, min: 0n } as const;
        const before = run(seed, PLAIN).arrivals;
        const { arrivals } = run(seed, { ...PLAIN, duplicate: { probability: 1, copies, delay } });
        expect(ids(arrivals)).toEqual(
          ids(before).flatMap((id) => Array.from({ length: copies + 1 }, () => id)),
        );
        for (const { id, at } of before) {
          expect(arrivals.find((arrival) => arrival.id === id)?.at).toBe(at);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('replay only what was sent before, no older than they may, lost or not', () => {
    fc.assert(
      fc.property(anySeed, fc.constantFrom(0, 1, 2, 30, 250), (seed, age) => {
        const delay = { kind: 'const', mean: 0n } as const;
        const replay = { probability: 1, age: BigInt(age) * MS };
        // Nothing of the present arrives, so all that arrives is of the past.
        const { arrivals } = run(seed, { delay, drop: 1, replay });
        expect(arrivals).toHaveLength(age === 0 ? 0 : 199);
        for (const { id, at } of arrivals) {
          const old = at / MS - BigInt(id);
          expect(old > 0n && old <= BigInt(age)).toBe(true);
        }
        if (age === 250) expect(new Set(ids(arrivals)).size).toBeGreaterThan(50);
      }),
      { numRuns: 20 },
    );
  });

  it('replay whatever the link remembers, and nothing that it has forgotten', () => {
    const delay = { kind: 'const', mean: 0n } as const;
    const replay = { probability: 1, age: undefined };
    const { arrivals } = run(2n, { delay, drop: 1, replay }, undefined, 3);
    const ages = arrivals.map(({ id, at }) => Number(at / MS) - id);
    expect(ages).toHaveLength(199);
    expect(new Set(ages)).toEqual(new Set([1, 2, 3]));
    expect(run(2n, { delay, drop: 1, replay }, undefined, 0).arrivals).toEqual([]);
  });

  it('hold messages up for no longer than they may, and let later ones overtake', () => {
    const before = run(5n, { ...PLAIN, drop: 0, delay: { kind: 'const', mean: MS } }).arrivals;
    const { arrivals } = run(5n, {
      delay: { kind: 'const', mean: MS },
      drop: 0,
      reorder: { probability: 0.5, by: 10n * MS },
    });
    const late = before.map(({ id, at }) => (arrivals.find((a) => a.id === id)?.at ?? 0n) - at);
    expect(late.every((span) => span >= 0n && span <= 10n * MS)).toBe(true);
    expect(late.filter((span) => span > 0n).length).toBeGreaterThan(70);
    expect(arrivals.map(({ id }) => id)).not.toEqual(ids(arrivals));
  });

  it('corrupt messages, or lose them if nothing readable is left', () => {
    const { arrivals, lost } = run(3n, { ...PLAIN, drop: 0, corrupt: { probability: 1, bits: 4 } });
    expect(lost).toEqual(Array.from({ length: 40 }, (_, index) => [5 * index, 'corrupt']));
    expect(arrivals.map(({ hits }) => hits)).toEqual(Array.from({ length: 160 }, () => 4));
  });

  it.each<[string, Partial<LinkModel>]>([
    ['messages', {}],
    ['copies', { duplicate: { probability: 1, copies: 1, delay: { kind: 'const', mean: 0n } } }],
    ['replays', { replay: { probability: 1, age: undefined } }],
  ])('let nothing through a cut: no %s', (_, trouble) => {
    const { arrivals, lost } = run(1n, { ...PLAIN, ...trouble }, ({ cut }) => cut(() => true));
    expect(arrivals).toEqual([]);
    expect(lost).toEqual(Array.from({ length: 200 }, (_, id) => [id, 'cut']));
  });

  it('keep what is sent through a clog, and let it go on in order and not before its time', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const free = run(seed, PLAIN).arrivals;
        const until = 150n * MS;
        const { arrivals } = run(seed, PLAIN, (conditions, clock) => {
          clock.interrupt(
            START + until,
            conditions.clog(() => true),
          );
        });
        expect(ids(arrivals)).toEqual(ids(free));
        const dues = new Map(free.map(({ id, at }) => [id, at]));
        const overdue = arrivals.filter(({ id }) => (dues.get(id) ?? 0n) <= until);
        expect(overdue.map(({ id }) => id)).toEqual(ids(overdue));
        // One after another, so that they keep their order however a tie is broken.
        expect(new Set(overdue.map(({ at }) => at)).size).toBe(overdue.length);
        for (const { at } of overdue) expect(at - until).toBeLessThan(200n);
        for (const { id, at } of arrivals) {
          const due = dues.get(id) ?? 0n;
          if (due > until) expect(at - due).toBeLessThan(200n);
          expect(at).toBeGreaterThanOrEqual(due > until ? due : until);
        }
      }),
      { numRuns: 20 },
    );
  });
});
