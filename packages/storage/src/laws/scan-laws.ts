import fc from 'fast-check';
import { expect } from 'vitest';
import { EVERY_KEY } from '../store.ts';
import { applyBatch, batches, contentOf, keys, ranges, scanFrom } from './model.ts';
import { expectRefusal, storeLaw } from './store-under-test.ts';

const ascends = storeLaw('scan ascends in byte order', batches, ({ store }, batch) => {
  store.write(batch);
  const scanned = contentOf(store).map(([key]) => Buffer.from(key, 'latin1'));
  expect(scanned).toEqual(scanned.toSorted(Buffer.compare));
});

const keepsBounds = storeLaw(
  'scan includes from and excludes to',
  fc.record({ before: batches, from: keys, to: keys }),
  ({ store }, { before, from, to }) => {
    store.write(before);
    const model = applyBatch([], before);
    expect([...store.scan({ from, to })]).toEqual(scanFrom(model, { from, to }));
    for (const [key] of model) expect([...store.scan({ from: key, to: key })]).toEqual([]);
  },
);

const keepsLimit = storeLaw(
  'scan returns the first pairs up to the limit',
  fc.record({ before: batches, limit: fc.nat({ max: 9 }) }),
  ({ store }, { before, limit }) => {
    store.write(before);
    const model = applyBatch([], before);
    expect([...store.scan({ ...EVERY_KEY, limit })]).toEqual(model.slice(0, limit));
  },
);

const refusesLimits = storeLaw(
  'scan refuses a limit that is not a non-negative integer',
  fc.constantFrom(-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY),
  ({ store }, limit) => expectRefusal(() => store.scan({ ...EVERY_KEY, limit }), 'InvalidLimit'),
);

const isStable = storeLaw(
  'scan is a view of the moment of the call',
  fc.record({ before: batches, range: ranges, during: batches, after: batches }),
  ({ store }, { before, range, during, after }) => {
    store.write(before);
    const expected = scanFrom(applyBatch([], before), range);
    const view = store.scan(range);
    store.write(during);
    const seen: unknown[] = [];
    for (const pair of view) {
      seen.push(pair);
      store.write(after);
    }
    expect(seen).toEqual(expected);
    expect([...view]).toEqual(expected);
  },
);

/** The laws of `scan`. */
export const scanLaws = [ascends, keepsBounds, keepsLimit, refusesLimits, isStable] as const;
