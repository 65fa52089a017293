import fc from 'fast-check';
import { expect } from 'vitest';
import type { ScanRange, Store, Write } from '../store.ts';
import type { LawValue, Model } from './model.ts';
import {
  applyBatch,
  batches,
  contentOf,
  getFrom,
  invalidKeys,
  keys,
  puts,
  ranges,
  scanFrom,
  values,
} from './model.ts';
import { expectRefusal, storeLaw } from './store-under-test.ts';

type Step =
  | { readonly type: 'Write'; readonly batch: readonly Write<LawValue>[] }
  | { readonly type: 'Get'; readonly key: string }
  | { readonly type: 'Scan'; readonly range: ScanRange }
  | { readonly type: 'Flush' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('Write'), batch: batches }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('Get'), key: keys }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('Scan'), range: ranges }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('Flush') }) },
);

function takeStep(store: Store<LawValue>, model: Model, step: Step): Model {
  switch (step.type) {
    case 'Write':
      store.write(step.batch);
      return applyBatch(model, step.batch);
    case 'Get':
      expect(store.get(step.key)).toEqual(getFrom(model, step.key));
      return model;
    case 'Scan':
      expect([...store.scan(step.range)]).toEqual(scanFrom(model, step.range));
      return model;
    case 'Flush':
      store.flush(() => undefined);
      return model;
  }
}

const agreesWithModel = storeLaw(
  'get and scan agree with the model after any steps',
  fc.array(steps, { maxLength: 20 }),
  ({ store }, taken) => {
    const model = taken.reduce<Model>((before, step) => takeStep(store, before, step), []);
    expect(contentOf(store)).toEqual(model);
    for (const [key, value] of model) expect(store.get(key)).toEqual(value);
  },
);

const isAtomic = storeLaw(
  'a batch with an invalid key anywhere changes nothing',
  fc.record({ before: batches, head: batches, put: puts, key: invalidKeys, tail: batches }),
  ({ store }, { before, head, put, key, tail }) => {
    store.write(before);
    for (const invalid of [
      { ...put, key },
      { type: 'Delete', key },
    ] as const) {
      expectRefusal(() => store.write([...head, put, invalid, ...tail]), 'InvalidKey');
    }
    expect(contentOf(store)).toEqual(applyBatch([], before));
  },
);

const lastWriteWins = storeLaw(
  'the later of two writes to one key wins',
  fc.record({ key: keys, first: values, second: values, between: batches }),
  ({ store }, { key, first, second, between }) => {
    const put = { type: 'Put', key, value: first } as const;
    store.write([put, ...between, { type: 'Put', key, value: second }]);
    expect(store.get(key)).toEqual(second);
    store.write([put, ...between, { type: 'Delete', key }]);
    expect(store.get(key)).toBe(undefined);
    store.write([{ type: 'Delete', key }, ...between, put]);
    expect(store.get(key)).toEqual(first);
  },
);

const deletes = storeLaw(
  'a delete removes its key alone, and nothing when the key is absent',
  fc.record({ before: batches, key: keys }),
  ({ store }, { before, key }) => {
    store.write([...before, { type: 'Delete', key }]);
    const model = contentOf(store);
    store.write([{ type: 'Delete', key }]);
    expect(contentOf(store)).toEqual(model);
    expect(model).toEqual(applyBatch([], before).filter(([other]) => other !== key));
    expect(store.get(key)).toBe(undefined);
  },
);

const getRefusesInvalidKeys = storeLaw('get refuses an invalid key', invalidKeys, (subject, key) =>
  expectRefusal(() => subject.store.get(key), 'InvalidKey'),
);

/** The laws of `get` and `write`. */
export const writeLaws = [
  agreesWithModel,
  isAtomic,
  lastWriteWins,
  deletes,
  getRefusesInvalidKeys,
] as const;
