import fc from 'fast-check';
import { PROTOCOL_MOMENTS } from '../src/scenario/faults/moment.ts';
import { DISK_AFTER_CRASH } from '../src/scenario/faults/node-fault.ts';

/** A fault as a scenario file states it. */
export interface RawTrouble {
  readonly id: string;
  readonly kind: string;
  readonly node: string;
}

/** A slow disk, or one that takes no time. */
export const anyDisk: fc.Arbitrary<object> = fc.constantFrom(
  {},
  { flush: { dist: 'uniform', min: '1 ms', max: '80 ms' } },
);

const span = (max: number) => fc.integer({ min: 0, max }).map((count) => `${count} ms`);

/** Draws when something happens to a node within the first seconds of a run. */
function momentOf(node: string): fc.Arbitrary<object> {
  const trigger = {
    after: fc.constantFrom(...PROTOCOL_MOMENTS),
    count: fc.integer({ min: 1, max: 4 }),
  };
  return fc.oneof(
    span(4_000).map((at) => ({ at })),
    fc.integer({ min: 1, max: 200 }).map((events) => ({ at: { events } })),
    fc.record(trigger).map((drawn) => ({ when: { node, ...drawn } })),
  );
}

const crash = {
  kind: fc.constant('crash'),
  disk: fc.constantFrom(...DISK_AFTER_CRASH),
  restartAfter: span(3_000),
};

const hampering = fc.oneof(
  fc.record({ kind: fc.constant('pause'), for: span(3_000) }),
  fc.record({ kind: fc.constant('slow'), for: span(5_000), delay: span(200) }),
  fc.record({
    kind: fc.constant('clock'),
    for: span(5_000),
    offset: fc.integer({ min: -30_000, max: 30_000 }).map((count) => `${count} ms`),
    drift: fc.integer({ min: -900_000, max: 1_000_000 }),
  }),
);

function several(node: string, kinds: fc.Arbitrary<object>): fc.Arbitrary<readonly RawTrouble[]> {
  return fc
    .array(fc.tuple(momentOf(node), kinds), { maxLength: 3 })
    .map((drawn) =>
      drawn.map(
        ([moment, kind], index) =>
          ({ id: `${node}-${index}`, node, ...moment, ...kind }) as unknown as RawTrouble,
      ),
    );
}

/** Draws crashes of a node, all of which end. */
export function anyCrashes(node: string): fc.Arbitrary<readonly RawTrouble[]> {
  return several(node, fc.record(crash));
}

/** Draws troubles of a node that leave it correct, all of which end. */
export function anyTrouble(node: string): fc.Arbitrary<readonly RawTrouble[]> {
  return several(node, fc.oneof(fc.record(crash), hampering));
}

/** Draws an old backup at a node, which comes up with it. */
export function anyAmnesia(node: string): fc.Arbitrary<readonly RawTrouble[]> {
  const amnesia = { kind: fc.constant('amnesia'), age: span(4_000), restartAfter: span(3_000) };
  return several(node, fc.record(amnesia));
}
