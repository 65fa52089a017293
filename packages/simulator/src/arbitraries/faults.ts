import type { Between, LinkModel } from '@quorate/network';
import fc from 'fast-check';
import { faultyMax } from '../quorums.ts';
import type { Fault } from '../scenario/faults/fault.ts';
import type { FaultClass } from '../scenario/swarm/swarm.ts';
import { TROUBLES } from './links.ts';
import { someMoment, someTime } from './moments.ts';
import { given, maybe, oneFrom, outline, type Sketches, shuffledFrom, someFrom } from './sketch.ts';
import { clientsOf, othersOf, type Stage, validatorsOf } from './stage.ts';
import { length, MS, probabilityIn, span, weighted } from './values.ts';

type FaultOf<K extends FaultClass> = Omit<Extract<Fault, { readonly kind: K }>, 'id'>;

/**
 * Mostly validators, which are the interesting nodes; then proxies, which drive everything, and
 * clients.
 */
const someNode: Sketches<Stage, string> = fc.oneof(
  { weight: 7, arbitrary: oneFrom(validatorsOf) },
  { weight: 2, arbitrary: oneFrom(({ cluster }: Stage) => cluster.proxies) },
  { weight: 2, arbitrary: oneFrom(othersOf) },
);

/**
 * The links of one validator, of half of the validators, of a proxy or client with some of them
 * (with f + 1, or with so few that it can go on without them), or those between clients and
 * proxies.
 */
const someLinks: Sketches<Stage, Between> = fc
  .tuple(
    shuffledFrom(validatorsOf),
    oneFrom(othersOf),
    fc.constantFrom('two-way' as const, 'one-way' as const),
    fc.boolean(),
    weighted({ one: 4, half: 2, most: 2, few: 4, apart: 4 }),
  )
  .map(([order, peer, direction, isReverse, shape]) => (stage) => {
    const [from, to] = ends(shape, order(stage), peer(stage), stage);
    return isReverse ? { from: to, to: from, direction } : { from, to, direction };
  });

/** Many messages are lost, and the others are slow. */
const badWeather: fc.Arbitrary<Partial<LinkModel>> = fc
  .tuple(probabilityIn({ least: 0, greatest: 0.5 }), span(10, 2_000))
  .map(([drop, max]) => ({ drop, delay: { kind: 'uniform', min: 0n, max } }));

/**
 * One kind of trouble that may hit up to all messages, which never happens to all links at once.
 */
const oneTrouble: fc.Arbitrary<Partial<LinkModel>> = fc
  .tuple(fc.oneof(...Object.values(TROUBLES)), probabilityIn({ least: 0.1, greatest: 1 }))
  .map(([trouble, probability]) => trouble(probability));

/** One fault of each kind, still without its id; undefined if no node may suffer it. */
export const FAULTS: {
  readonly [K in FaultClass]: Sketches<Stage, FaultOf<K> | undefined>;
} = {
  crash: atNode('crash', {
    disk: given(weighted({ keep: 3, 'lose-unsynced': 4, torn: 3 })),
    batches: fc.constant(() => undefined),
    restartAfter: maybe(0.8, given(length)),
  }),
  amnesia: forgetful(),
  pause: atNode('pause', { for: given(length) }),
  slow: atNode('slow', {
    for: given(span(500, 10_000)),
    delay: given(fc.constantFrom(1n, 3n, 10n, 100n).map((ms) => ms * MS)),
  }),
  clock: atNode('clock', {
    for: given(span(1_000, 20_000)),
    offset: given(fc.oneof(span(-5_000, 5_000), span(-30_000, 30_000))),
    drift: given(fc.integer({ min: -200, max: 200 })),
  }),
  cut: atLinks('cut', {}),
  clog: atLinks('clog', {}),
  'swizzle-clog': fc
    .tuple(
      someFrom(({ cluster }: Stage) => [...cluster.validators, ...cluster.proxies]),
      someTime,
      span(100, 2_000),
      span(0, 1_500),
    )
    .map(([nodes, moment, spread, more]) => (stage) => ({
      kind: 'swizzle-clog',
      nodes: nodes(stage),
      moment: moment(stage),
      spread,
      for: spread + more,
    })),
  degrade: atLinks('degrade', {
    link: given(
      fc.oneof({ weight: 1, arbitrary: badWeather }, { weight: 1, arbitrary: oneTrouble }),
    ),
  }),
  'bit-rot': atNode('bit-rot', { for: maybe(0.8, given(length)) }),
  'full-disk': atNode('full-disk', { for: maybe(0.8, given(length)) }),
};

type Fields<T> = { readonly [P in keyof T]: Sketches<Stage, T[P]> };

function atNode<K extends 'crash' | 'pause' | 'slow' | 'clock' | 'bit-rot' | 'full-disk'>(
  kind: K,
  fields: Fields<Omit<FaultOf<K>, 'kind' | 'node' | 'moment'>>,
): Sketches<Stage, FaultOf<K>> {
  return fc
    .tuple(someNode, someMoment, outline<Stage, object>(fields))
    .map(([struck, moment, rest]) => (stage) => {
      const node = struck(stage);
      const fault = { kind, node, moment: moment({ ...stage, node }), ...rest(stage) };
      return fault as unknown as FaultOf<K>;
    });
}

function forgetful(): Sketches<Stage, FaultOf<'amnesia'> | undefined> {
  return fc
    .tuple(
      shuffledFrom(({ budget }: Stage) => budget.faulty),
      someTime,
      span(100, 3_000),
      length,
    )
    .map(([order, moment, age, restartAfter]) => (stage) => {
      const [node] = order(stage);
      if (node === undefined) return undefined;
      return { kind: 'amnesia', node, moment: moment(stage), age, restartAfter };
    });
}

function atLinks<K extends 'cut' | 'clog' | 'degrade'>(
  kind: K,
  fields: Fields<Omit<FaultOf<K>, 'kind' | 'moment' | 'for' | keyof Between>>,
): Sketches<Stage, FaultOf<K>> {
  return fc
    .tuple(someLinks, someTime, length, outline<Stage, object>(fields))
    .map(([between, moment, lasting, rest]) => (stage) => {
      const ends = { ...between(stage), moment: moment(stage), for: lasting };
      return { kind, ...ends, ...rest(stage) } as unknown as FaultOf<K>;
    });
}

function ends(
  shape: 'one' | 'half' | 'most' | 'few' | 'apart',
  order: readonly string[],
  peer: string,
  { cluster }: Stage,
): readonly [readonly string[], readonly string[]] {
  switch (shape) {
    case 'one':
      return [order.slice(0, 1), ['*']];
    case 'half':
      return [order.slice(0, Math.ceil(order.length / 2)), ['*']];
    case 'few':
      return [[peer], order.slice(0, Math.max(1, faultyMax(order.length)))];
    case 'apart': {
      const { proxies } = cluster;
      return [[peer], proxies.includes(peer) ? clientsOf({ cluster }) : proxies];
    }
    case 'most':
      return [[peer], order.slice(0, faultyMax(order.length) + 1)];
  }
}
