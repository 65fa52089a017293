import fc from 'fast-check';
import type { ScanRange, Store, Write } from '../store.ts';
import { EVERY_KEY, KEY_LENGTH_MAX } from '../store.ts';

/** A value with each kind of plain data that a store must return unchanged. */
export interface LawValue {
  readonly sequence: number;
  readonly amount: bigint;
  readonly bytes: Uint8Array;
  readonly memo: string | null;
}

/** What a store must agree with: its pairs in ascending key order. */
export type Model = readonly (readonly [key: string, value: LawValue])[];

/** Returns the model after a batch. */
export function applyBatch(model: Model, batch: readonly Write<LawValue>[]): Model {
  return batch.reduce(applyWrite, model);
}

function applyWrite(model: Model, write: Write<LawValue>): Model {
  const others = model.filter(([key]) => key !== write.key);
  if (write.type === 'Delete') return others;
  const pair: Model[number] = [write.key, write.value];
  return [...others, pair].sort(([left], [right]) => (left < right ? -1 : 1));
}

/** Returns the value of a key in the model. */
export function getFrom(model: Model, key: string): LawValue | undefined {
  return model.find(([candidate]) => candidate === key)?.[1];
}

/** Returns the pairs of a range in the model. */
export function scanFrom(model: Model, range: ScanRange): Model {
  const inRange = model.filter(([key]) => range.from <= key && key < range.to);
  return inRange.slice(0, range.limit);
}

/** Reads a whole store as a model. */
export function contentOf(store: Store<LawValue>): Model {
  return [...store.scan(EVERY_KEY)];
}

// Few keys, so that writes collide: some are prefixes of others, and both ends of the alphabet
// occur.
const usualKeys = fc.constantFrom(' ', 'A', 'a', 'a/', 'a/1', 'a/10', 'a/2', 'a0', 'b', '~', '~~');

/** Draws a key that the port allows. */
export const keys = fc.oneof(
  { weight: 8, arbitrary: usualKeys },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constant('k'.repeat(KEY_LENGTH_MAX)) },
);

/** Draws a key that the port refuses. */
export const invalidKeys = fc.constantFrom(
  '',
  '\x1f',
  'a\x00',
  'a\n',
  '\x7f',
  'é',
  'a\u{1f511}',
  'k'.repeat(KEY_LENGTH_MAX + 1),
);

/** Draws a value. */
export const values: fc.Arbitrary<LawValue> = fc.record({
  sequence: fc.nat(),
  amount: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 256n - 1n }),
  bytes: fc.uint8Array({ maxLength: 4 }),
  memo: fc.option(fc.string({ maxLength: 4 })),
});

/** Draws a put. */
export const puts = fc.record({ type: fc.constant('Put'), key: keys, value: values });

const deletes = fc.record({ type: fc.constant('Delete'), key: keys });

/** Draws a batch that the port accepts, the empty one included. */
export const batches: fc.Arbitrary<readonly Write<LawValue>[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: puts }, { weight: 1, arbitrary: deletes }),
  { maxLength: 8 },
);

const bounds = fc.oneof(
  { weight: 6, arbitrary: keys },
  { weight: 1, arbitrary: fc.constantFrom('', '\x7f', 'a/\uffff') },
);

/** Draws a range, empty and inverted ones included. */
export const ranges: fc.Arbitrary<ScanRange> = fc.record(
  { from: bounds, to: bounds, limit: fc.nat({ max: 5 }) },
  { requiredKeys: ['from', 'to'] },
);
