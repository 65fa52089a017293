import { DIRECTIONS } from '@quorate/network';
import fc from 'fast-check';
import type { Fault } from '../src/scenario/faults/fault.ts';
import { type Moment, type Point, PROTOCOL_MOMENTS } from '../src/scenario/faults/moment.ts';
import { DISK_AFTER_CRASH } from '../src/scenario/faults/node-fault.ts';
import { anyLinkPart } from './any-link.ts';
import {
  anyDuration,
  anyEnd,
  anyNode,
  anyOrdered,
  EVENTS,
  LATEST,
  oneOfTable,
  optional,
  SIM_TIME,
  VALIDATORS,
} from './any-values.ts';

const anyPoint: fc.Arbitrary<Point> = fc.record({
  node: anyNode,
  after: fc.constantFrom(...PROTOCOL_MOMENTS),
  count: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
});

/** Any moment before a generated scenario ends. */
export const anyMoment: fc.Arbitrary<Moment> = fc.oneof(
  fc.bigInt({ min: 0n, max: LATEST }).map((at): Moment => ({ kind: 'time', at })),
  fc.integer({ min: 1, max: EVENTS - 1 }).map((count): Moment => ({ kind: 'events', count })),
  anyPoint.map((point): Moment => ({ kind: 'trigger', ...point })),
);

const between = {
  from: anyEnd,
  to: anyEnd,
  direction: fc.constantFrom(...DIRECTIONS),
};

type Kinds = {
  readonly [K in Fault['kind']]: fc.Arbitrary<Omit<Extract<Fault, { readonly kind: K }>, 'id'>>;
};

const common = { moment: anyMoment, node: anyNode };

const kinds: Kinds = {
  crash: fc.record({
    ...common,
    kind: fc.constant('crash'),
    disk: fc.constantFrom(...DISK_AFTER_CRASH),
    batches: optional(fc.nat()),
    restartAfter: optional(anyDuration),
  }),
  amnesia: fc.record({
    ...common,
    kind: fc.constant('amnesia'),
    age: anyDuration,
    restartAfter: optional(anyDuration),
  }),
  'bit-rot': fc.record({
    ...common,
    kind: fc.constant('bit-rot'),
    for: optional(anyDuration),
  }),
  'full-disk': fc.record({
    ...common,
    kind: fc.constant('full-disk'),
    for: optional(anyDuration),
  }),
  pause: fc.record({ ...common, kind: fc.constant('pause'), for: anyDuration }),
  slow: fc.record({
    ...common,
    kind: fc.constant('slow'),
    for: anyDuration,
    delay: anyDuration,
  }),
  clock: fc.record({
    ...common,
    kind: fc.constant('clock'),
    for: anyDuration,
    offset: fc.bigInt({ min: 1n - SIM_TIME, max: SIM_TIME }),
    drift: fc.integer({ min: -900_000, max: 1_000_000 }),
  }),
  cut: fc.record({
    ...between,
    moment: anyMoment,
    kind: fc.constant('cut'),
    for: optional(anyDuration),
  }),
  clog: fc.record({
    ...between,
    moment: anyMoment,
    kind: fc.constant('clog'),
    for: optional(anyDuration),
  }),
  degrade: fc.record({
    ...between,
    moment: anyMoment,
    kind: fc.constant('degrade'),
    for: optional(anyDuration),
    link: anyLinkPart,
  }),
  'swizzle-clog': fc
    .tuple(anyOrdered, anyMoment, fc.subarray([...VALIDATORS]))
    .map(([[spread, length], moment, nodes]) => ({
      kind: 'swizzle-clog',
      moment,
      nodes,
      spread,
      for: length,
    })),
};

/** Any list of faults, of every kind. */
export const anyFaults: fc.Arbitrary<readonly Fault[]> = fc
  .array(fc.tuple(oneOfTable<Omit<Fault, 'id'>>(kinds), fc.option(anyPoint, { freq: 2 })), {
    maxLength: 4,
  })
  .map((faults) =>
    faults.map(([fault, until], index) => {
      const stated = { id: `f${index}`, ...fault } as Fault;
      if (until === null || stated.kind === 'swizzle-clog') return stated;
      const length = 'restartAfter' in stated ? 'restartAfter' : 'for';
      return { ...stated, [length]: undefined, until };
    }),
  );
