import { createManualClock, type ManualClock, CLOCK_START as START } from '@quorate/testkit';
import type { LawMessage, TransportUnderTest } from '@quorate/transport/laws';
import { transportLaws } from '@quorate/transport/laws';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConditions, type LinkOf, type Passage } from './conditions.ts';
import type { Distribution } from './distribution.ts';
import type { LinkModel } from './link-model.ts';
import { createFaultyNetwork, type FaultyNetworkOptions } from './network.ts';
import { createRng } from './rng.ts';

const MS = 1_000_000n;
const DELAY: Distribution = { kind: 'exp', mean: 50n * MS, min: MS };

type Message = { readonly id: number };
/** Nothing is an answer, and nothing survives corruption. */
const FRAGILE = { isResponse: () => false, corrupt: () => undefined };

type Observers = Pick<FaultyNetworkOptions<Message>, 'onSend' | 'onDeliver' | 'onDrop' | 'freezes'>;

/** Links that are never cut or clogged. */
function open(link: LinkOf): Passage {
  return { link, isCut: () => false, clogOf: () => undefined };
}

function createWorld(seed: bigint, link: LinkOf, watch?: Observers) {
  const clock = createManualClock();
  const rng = createRng(seed);
  const network = createFaultyNetwork<Message>({
    clock,
    rng,
    passage: open(link),
    anatomy: FRAGILE,
    memory: 0,
    ...watch,
  });
  const runAll = (): void => {
    while (clock.runNext());
  };
  return { clock, rng, network, runAll };
}

const constant =
  (mean: bigint, drop = 0) =>
  (): LinkModel => ({ delay: { kind: 'const', mean }, drop });

/** Runs every timer and collects what they throw. */
function settle(clock: ManualClock): unknown[] {
  const thrown: unknown[] = [];
  while (clock.pending() > 0) {
    try {
      clock.runNext();
    } catch (failure) {
      thrown.push(failure);
    }
  }
  return thrown;
}

function underTest(delay: Distribution, order: TransportUnderTest['order']): TransportUnderTest {
  const clock = createManualClock();
  const transport = createFaultyNetwork<LawMessage>({
    clock,
    rng: createRng(42n),
    passage: open(() => ({ delay, drop: 0 })),
    anatomy: FRAGILE,
    memory: 0,
  });
  return { transport, order, settle: () => settle(clock) };
}

transportLaws('a network with random delays', () => underTest(DELAY, 'Any'));
transportLaws('a network with equal delays', () =>
  underTest({ kind: 'const', mean: MS }, 'FifoPerLink'),
);

describe('createFaultyNetwork', () => {
  it('accounts for every message: delivered once, lost by the link, or its receiver detached', () => {
    const node = fc.constantFrom('v1', 'v2', 'p1', 'nobody');
    const sends = fc.array(fc.record({ from: node, to: node }), { maxLength: 50 });
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        sends,
        (seed, drop, list) => {
          const fates: string[] = list.map(() => '');
          const watch: Observers = {
            onDeliver: ({ message }) => {
              fates[message.id] += 'delivered';
            },
            onDrop: ({ message, to }, reason) => {
              if (reason === 'detached') expect(to).toBe('nobody');
              fates[message.id] += reason;
            },
          };
          const { network, runAll } = createWorld(seed, () => ({ delay: DELAY, drop }), watch);
          const heard: number[] = [];
          for (const name of ['v1', 'v2', 'p1']) {
            network.attach(name, (_from, message) => heard.push(message.id));
          }
          list.forEach(({ from, to }, id) => {
            network.send(from, to, { id });
          });
          expect(network.inFlight()).toBe(fates.filter((fate) => fate !== 'link').length);
          runAll();
          expect(network.inFlight()).toBe(0);
          for (const fate of fates) expect(['delivered', 'link', 'detached']).toContain(fate);
          const delivered = fates.flatMap((fate, id) => (fate === 'delivered' ? [id] : []));
          expect(heard.toSorted((a, b) => a - b)).toEqual(delivered);
        },
      ),
    );
  });

  it('takes the delay of a link from the stream of that link', () => {
    const { clock, network, runAll } = createWorld(1n, (from) =>
      from === 'near' ? constant(MS)() : constant(30n * MS)(),
    );
    const heard: [string, bigint][] = [];
    network.attach('v1', (from) => heard.push([from, clock.now() - START]));
    network.send('far', 'v1', { id: 0 });
    network.send('near', 'v1', { id: 1 });
    runAll();
    expect(heard).toEqual([
      ['near', MS],
      ['far', 30n * MS],
    ]);
  });

  it('shifts no delay by traffic on other links or by losses', () => {
    const arrivals = (options: { readonly drop: number; readonly noise: number }) => {
      const { clock, network, runAll } = createWorld(9n, (from, to) => ({
        delay: DELAY,
        drop: from === 'p1' && to === 'v1' ? options.drop : 0.5,
      }));
      const heard = new Map<number, bigint>();
      network.attach('v1', (from, { id }) => from === 'p1' && heard.set(id, clock.now()));
      for (let id = 0; id < 40; id += 1) {
        for (let i = 0; i < options.noise; i += 1) network.send('p2', 'v1', { id });
        network.send('p1', 'v1', { id });
      }
      runAll();
      return heard;
    };
    const all = arrivals({ drop: 0, noise: 0 });
    expect(all.size).toBe(40);
    expect(arrivals({ drop: 0, noise: 3 })).toEqual(all);
    const some = arrivals({ drop: 0.5, noise: 1 });
    expect(some.size).toBeGreaterThan(5);
    expect(some.size).toBeLessThan(35);
    for (const [id, at] of some) expect(at).toBe(all.get(id));
  });

  it('delivers a message to its own sender at once but not within the call, whatever the link', () => {
    const { clock, rng, network, runAll } = createWorld(1n, constant(MS, 1));
    const heard: bigint[] = [];
    network.attach('v1', () => heard.push(clock.now()));
    network.send('v1', 'v1', { id: 0 });
    expect(heard).toEqual([]);
    runAll();
    expect(heard).toEqual([START]);
    expect(rng.stream('network/v1→v1').draws()).toBe(0);
  });

  it('loses what arrives at a detached node, and delivers to the node that has the name on arrival', () => {
    const dropped: unknown[] = [];
    const { clock, network, runAll } = createWorld(1n, constant(10n * MS), {
      onDrop: ({ at, message }, reason) => dropped.push([at - START, message.id, reason]),
    });
    const heard: string[] = [];
    const detach = network.attach('v1', () => heard.push('before the crash'));
    network.send('p1', 'v1', { id: 0 });
    clock.setTimer(START + 5n * MS, () => {
      detach();
      network.send('p1', 'v1', { id: 1 });
    });
    clock.setTimer(START + 12n * MS, () => {
      network.attach('v1', () => heard.push('after the restart'));
    });
    runAll();
    expect(dropped).toEqual([[10n * MS, 0, 'detached']]);
    expect(heard).toEqual(['after the restart']);
  });

  it('forgets what is on its way, held up and sent before, and carries what comes after', () => {
    const clock = createManualClock();
    const replay = { probability: 1, age: undefined };
    const conditions = createConditions(() => ({ ...constant(MS)(), replay }));
    const network = createFaultyNetwork<Message>({
      clock,
      rng: createRng(1n),
      passage: conditions,
      anatomy: FRAGILE,
      memory: 10,
    });
    const heard: string[] = [];
    network.attach('v1', (from, { id }) => heard.push(`${from} ${id}`));
    const unclog = conditions.clog((from) => from === 'held');
    const send = (id: number): void => {
      for (const from of ['p1', 'held', 'v1']) network.send(from, 'v1', { id });
    };
    send(0);
    network.forget();
    expect(network.inFlight()).toBe(0);
    send(1);
    unclog();
    while (clock.runNext());
    expect(new Set(heard)).toEqual(new Set(['p1 1', 'held 1', 'v1 1']));
    expect(heard).toHaveLength(3);
    expect(network.inFlight()).toBe(0);
  });

  it('asks for the link at every send', () => {
    let isCut = true;
    const { network, runAll } = createWorld(1n, () => constant(MS, isCut ? 1 : 0)());
    const heard: number[] = [];
    network.attach('v1', (_from, { id }) => heard.push(id));
    network.send('p1', 'v1', { id: 0 });
    isCut = false;
    network.send('p1', 'v1', { id: 1 });
    runAll();
    expect(heard).toEqual([1]);
  });

  it('passes the very object that was sent, frozen, and tells observers in order', () => {
    const log: unknown[] = [];
    const tell = (what: string) => (event: { at: bigint; from: string; to: string }) =>
      log.push([what, event.at - START, event.from, event.to]);
    const { network, runAll } = createWorld(1n, constant(MS), {
      onSend: tell('send'),
      onDeliver: tell('deliver'),
    });
    const message = { id: 0 };
    network.attach('v1', (_from, heard) => log.push(heard === message, Object.isFrozen(heard)));
    network.send('p1', 'v1', message);
    runAll();
    expect(log).toEqual([['send', 0n, 'p1', 'v1'], ['deliver', MS, 'p1', 'v1'], true, true]);
  });

  it('does not freeze messages if told so', () => {
    const { network, runAll } = createWorld(1n, constant(MS), { freezes: false });
    const heard: boolean[] = [];
    network.attach('v1', (_from, message) => heard.push(Object.isFrozen(message)));
    network.send('p1', 'v1', { id: 0 });
    runAll();
    expect(heard).toEqual([false]);
  });

  it('runs the same from the same seed', () => {
    const run = (seed: bigint): unknown[] => {
      const heard: unknown[] = [];
      const { clock, network, runAll } = createWorld(seed, () => ({ delay: DELAY, drop: 0.1 }));
      for (const name of ['v1', 'v2', 'v3']) {
        network.attach(name, (from, { id }) => {
          heard.push([clock.now(), from, name, id]);
          if (id < 4) for (const to of ['v1', 'v2', 'v3']) network.send(name, to, { id: id + 1 });
        });
      }
      network.send('v1', 'v2', { id: 0 });
      network.send('v2', 'v3', { id: 0 });
      runAll();
      return heard;
    };
    fc.assert(
      fc.property(fc.bigInt(), (seed) => {
        expect(run(seed)).toEqual(run(seed));
      }),
      { numRuns: 20 },
    );
  });
});

function createNetworkUnder(passage: Passage) {
  const clock = createManualClock();
  const network = createFaultyNetwork<Message>({
    clock,
    rng: createRng(1n),
    passage,
    anatomy: FRAGILE,
    memory: 0,
  });
  return { clock, network };
}

it('keeps what one clog released if another has come meanwhile', () => {
  const conditions = createConditions(constant(MS));
  const { clock, network } = createNetworkUnder(conditions);
  const heard: number[] = [];
  network.attach('b', (_, { id }) => heard.push(id));
  const [endFirst, endSecond] = [conditions.clog(() => true), conditions.clog(() => true)];
  network.send('a', 'b', { id: 1 });
  endFirst();
  settle(clock);
  expect(heard).toEqual([]);
  endSecond();
  settle(clock);
  expect(heard).toEqual([1]);
});

it('delivers in the order sent what a clog held, also what another held first', () => {
  const links = ['b', 'c', 'd'] as const;
  const anySends = fc.array(fc.constantFrom(...links), { minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(anySends, fc.subarray([...links], { minLength: 1 }), (sends, covered) => {
      const conditions = createConditions(constant(0n));
      const { clock, network } = createNetworkUnder(conditions);
      const heard: number[] = [];
      for (const name of links) network.attach(name, (_, { id }) => heard.push(id));
      const endFirst = conditions.clog((_, to) => covered.some((name) => name === to));
      const endSecond = conditions.clog(() => true);
      for (const [id, to] of sends.entries()) {
        if (id === Math.floor(sends.length / 2)) endFirst();
        network.send('a', to, { id });
      }
      endFirst();
      expect(heard).toEqual([]);
      endSecond();
      settle(clock);
      expect(heard).toEqual(sends.map((_, id) => id));
    }),
  );
});
