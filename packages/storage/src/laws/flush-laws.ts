import fc from 'fast-check';
import { expect } from 'vitest';
import { EVERY_KEY, type Write } from '../store.ts';
import type { LawValue, Model } from './model.ts';
import { applyBatch, batches, contentOf, getFrom, ranges, scanFrom } from './model.ts';
import type { StoreUnderTest } from './store-under-test.ts';
import { expectRefusal, storeLaw } from './store-under-test.ts';

const callsBackOnce = storeLaw(
  'flush calls back exactly once, in the order of the calls',
  fc.array(batches, { minLength: 1, maxLength: 5 }),
  async ({ store, settle }, written) => {
    const called: number[] = [];
    for (const [index, batch] of written.entries()) {
      store.write(batch);
      store.flush(() => called.push(index));
    }
    await settle?.();
    expect(called).toEqual([...written.keys()]);
  },
);

const callsBackAfterClose = storeLaw(
  'flush calls back exactly once although the store closes',
  fc.array(batches, { minLength: 1, maxLength: 3 }),
  async ({ store, settle }, written) => {
    const called: string[] = [];
    for (const batch of written) {
      store.write(batch);
      store.flush((failure) => called.push(failure?.code ?? 'durable'));
    }
    store.close();
    await settle?.();
    const durable = called.filter((outcome) => outcome === 'durable').length;
    expect(called).toEqual(written.map((_, index) => (index < durable ? 'durable' : 'Closed')));
  },
);

const waitsForTheDisk = storeLaw(
  'flush calls back nobody while the disk is held back',
  fc.array(batches, { minLength: 1, maxLength: 4 }),
  async ({ store, disk, settle }, written) => {
    if (disk === undefined) return;
    const called: unknown[] = [];
    disk.hold();
    for (const batch of written) {
      store.write(batch);
      store.flush((failure) => called.push(failure));
    }
    await disk.standstill();
    expect(called).toEqual([]);
    disk.release();
    await settle?.();
    expect(called).toEqual(written.map(() => undefined));
  },
);

const isReadOver = storeLaw(
  'get and scan show what was written over flushed rows',
  fc.record({ flushed: batches, over: fc.array(batches, { maxLength: 3 }), range: ranges }),
  async (subject, { flushed, over, range }) => {
    const { store } = subject;
    store.write(flushed);
    await flushDurably(subject);
    for (const batch of over) store.write(batch);
    const model = over.reduce(applyBatch, applyBatch([], flushed));
    expect([...store.scan(range)]).toEqual(scanFrom(model, range));
    expect(contentOf(store)).toEqual(model);
    for (const { key } of flushed) expect(store.get(key)).toEqual(getFrom(model, key));
  },
);

const survives = storeLaw(
  'a reopened store holds every flushed batch and no half of another',
  fc.record({ flushed: fc.array(batches), unflushed: fc.array(batches, { maxLength: 4 }) }),
  async (subject, { flushed, unflushed }) => {
    if (subject.reopen === undefined) return;
    const model = flushed.reduce(applyBatch, []);
    for (const batch of flushed) subject.store.write(batch);
    await flushDurably(subject);
    for (const batch of unflushed) subject.store.write(batch);
    const reopened = contentOf(await subject.reopen());
    expect(prefixModels(model, unflushed)).toContainEqual(reopened);
  },
);

/** Flushes and waits for the end; a failure breaks the law. */
async function flushDurably({ store, settle }: StoreUnderTest): Promise<void> {
  const outcomes: unknown[] = [];
  store.flush((failure) => outcomes.push(failure));
  await settle?.();
  expect(outcomes).toEqual([undefined]);
}

/** Lists what the store may hold: the model after none, one, two, … of the batches. */
function prefixModels(model: Model, written: readonly (readonly Write<LawValue>[])[]): Model[] {
  const models = [model];
  for (const batch of written) models.push(applyBatch(models.at(-1) ?? model, batch));
  return models;
}

const refusesWhenClosed = storeLaw(
  'a closed store refuses every call',
  batches,
  ({ store }, batch) => {
    store.write(batch);
    store.close();
    expectRefusal(() => store.get('a'), 'Closed');
    expectRefusal(() => store.scan(EVERY_KEY), 'Closed');
    expectRefusal(() => store.write(batch), 'Closed');
    expectRefusal(() => store.flush(() => undefined), 'Closed');
    expectRefusal(() => store.close(), 'Closed');
  },
);

/** The laws of `flush` and `close`. */
export const flushLaws = [
  callsBackOnce,
  callsBackAfterClose,
  waitsForTheDisk,
  isReadOver,
  survives,
  refusesWhenClosed,
] as const;
