import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLateStore } from '../test/late-store.ts';
import {
  createQueueTrial,
  type Happening,
  type Plan,
  type QueueTrial,
} from '../test/queue-trial.ts';
import { createEffectQueue } from './effect-queue.ts';

const NUM_RUNS = 1000;

function anyPlan(): fc.Arbitrary<Plan> {
  const item = fc.oneof(
    { weight: 4, arbitrary: fc.constant('Persist' as const) },
    { weight: 6, arbitrary: fc.constant('Nothing' as const) },
    { weight: 2, arbitrary: fc.constant('Step' as const) },
    { weight: 1, arbitrary: fc.constantFrom('Crash' as const, 'Throw' as const) },
  );
  return fc.array(item, { maxLength: 5 });
}

function anyHappening(): fc.Arbitrary<Happening> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant('Step' as const), plan: anyPlan() }) },
    { weight: 6, arbitrary: fc.constant<Happening>({ type: 'EndFlush' }) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('FailFlush' as const, 'FailNextWrite' as const, 'Close' as const)
        .map((type): Happening => ({ type })),
    },
  );
}

function step(...plan: Plan): Happening {
  return { type: 'Step', plan };
}

const END_FLUSH: Happening = { type: 'EndFlush' };

function after(...happenings: readonly Happening[]): QueueTrial {
  const trial = createQueueTrial('late');
  for (const happening of happenings) trial.apply(happening);
  return trial;
}

describe('createEffectQueue', () => {
  it('V8 lets an effect leave when every earlier Persist is flushed, never before, and in order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('late' as const, 'at once' as const),
        fc.array(anyHappening(), { maxLength: 30 }),
        (ends, happenings) => {
          const trial = createQueueTrial(ends);
          for (const happening of happenings) {
            trial.apply(happening);
            if (!trial.isOver()) expect(trial.left).toHaveLength(trial.free());
          }
          expect(trial.breaches).toEqual([]);
          expect(trial.left).toEqual(trial.left.map((_, index) => index));
        },
      ),
      { numRuns: NUM_RUNS },
    );
  });

  it('V8 lets everything queued leave once as many flushes have ended as were asked for', () => {
    const harmless = fc.array(fc.constantFrom('Persist' as const, 'Nothing' as const));
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 1 }), (plans) => {
        const trial = after(...plans.map((plan) => step(...plan)));
        while (trial.late.underWay() > 0) trial.apply(END_FLUSH);
        const outward = plans.flat().filter((item) => item === 'Nothing').length;
        expect(trial.left).toHaveLength(outward);
      }),
    );
  });

  it('V8 holds back the answer of a step that persisted nothing', () => {
    const trial = after(step(), END_FLUSH, step('Persist', 'Nothing'), step('Nothing'));
    expect(trial.left).toEqual([]);
    trial.apply(END_FLUSH);
    expect(trial.left).toEqual([0, 1]);
  });

  it('V8 holds back what rests on writes that were not flushed before a restart', () => {
    const trial = after(step('Nothing'));
    expect(trial.left).toEqual([]);
    trial.apply(END_FLUSH);
    expect(trial.left).toEqual([0]);
  });

  it('V8 flushes the writes of all steps that came during a flush together', () => {
    const trial = after(step('Persist', 'Nothing'), step('Persist', 'Nothing'), step('Persist'));
    expect([trial.late.underWay(), trial.left]).toEqual([1, []]);
    trial.apply(END_FLUSH);
    expect([trial.late.underWay(), trial.left]).toEqual([1, [0]]);
    trial.apply(END_FLUSH);
    expect([trial.late.underWay(), trial.left]).toEqual([0, [0, 1]]);
  });

  it('V8 releases nothing more when a flush fails, and says so once', () => {
    const trial = after(step('Persist', 'Nothing'), step('Nothing'), { type: 'FailFlush' });
    trial.apply(step('Nothing'));
    expect([trial.left, trial.late.underWay()]).toEqual([[], 0]);
    expect(trial.failures).toEqual([expect.objectContaining({ code: 'FlushFailed' })]);
  });

  it('V8 releases nothing of a step whose write fails, and asks for no flush', () => {
    const trial = after(step(), END_FLUSH, { type: 'FailNextWrite' });
    trial.apply(step('Nothing', 'Persist', 'Nothing'));
    expect([trial.left, trial.late.underWay()]).toEqual([[], 0]);
    expect(trial.failures).toEqual([expect.objectContaining({ code: 'WriteFailed' })]);
  });

  it('V8 releases nothing when a flush ends after a crash', () => {
    const trial = after(step('Persist', 'Nothing'), { type: 'Close' }, END_FLUSH);
    expect([trial.left, trial.failures]).toEqual([[], []]);
  });

  it('reports no failure of a flush that a crash has made irrelevant', () => {
    const trial = after(step('Persist'), { type: 'Close' }, { type: 'FailFlush' });
    expect(trial.failures).toEqual([]);
  });

  it('stops in the middle of its effects when one of them causes a crash', () => {
    const trial = after(step('Nothing', 'Crash'), step('Nothing', 'Persist'), END_FLUSH);
    // The last write is not flushed either, since only a live node would wait for it.
    expect([trial.left, trial.late.underWay()]).toEqual([[0, 1], 0]);
  });

  it('writes nothing more when a write causes a crash', () => {
    const { store } = createLateStore();
    let writes = 0;
    const queue = createEffectQueue<never>({
      store: {
        ...store,
        write() {
          writes += 1;
          queue.close();
        },
      },
      perform: () => expect.unreachable('a crashed node lets nothing out'),
      onFailure: () => expect.unreachable('a crash is no failure'),
    });
    queue.enqueue([
      { type: 'Persist', writes: [] },
      { type: 'CancelTimer', id: 'retry' },
      { type: 'Persist', writes: [] },
    ]);
    expect(writes).toBe(1);
  });

  it('puts a value, and deletes where a write has none', () => {
    const { store } = createLateStore('at once');
    const queue = createEffectQueue<never>({
      store,
      perform: () => undefined,
      onFailure: (failure) => expect.unreachable(String(failure)),
    });
    queue.enqueue([{ type: 'Persist', writes: [{ key: 'outbox', value: 1n }] }]);
    expect(store.get('outbox')).toBe(1n);
    queue.enqueue([{ type: 'Persist', writes: [{ key: 'outbox', value: undefined }] }]);
    expect([...store.scan({ from: '', to: '~' })]).toEqual([]);
  });

  it('reports what an effect throws, to the step and not to the store', () => {
    const trial = after(step('Throw', 'Nothing'));
    expect(trial.late.endFlush()).toBe(true);
    expect([trial.left, trial.failures]).toEqual([[0], [new Error('0 failed')]]);
  });

  it('puts the effects of a step that an effect causes behind those that wait', () => {
    const trial = after(step('Step', 'Nothing', 'Nothing'), END_FLUSH);
    expect(trial.left).toEqual([0, 1, 2, 3]);
    trial.apply(END_FLUSH);
    expect(trial.left).toEqual([0, 1, 2, 3, 4]);
  });
});
