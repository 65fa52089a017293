import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Ailment, Effect, NumberedAilments } from '../faults/ailment.ts';
import { createAilments, createSufferer } from './ailments.ts';

const delays = fc.integer({ min: 1, max: 9 }).map((delay) => ({ begin: BigInt(delay) }));
const steps = fc.oneof(
  delays,
  fc.nat(9).map((end) => ({ end })),
  fc.constant({ restart: true }),
);

/** A process that suffers, and can be followed by another one. */
function aProcess() {
  let sufferings: bigint[] = [];
  const next = () => {
    sufferings = [];
    const suffer = (ailment: Ailment) => {
      const { delay } = ailment as Extract<Ailment, { kind: 'slow' }>;
      sufferings.push(delay);
      return () => void sufferings.splice(sufferings.indexOf(delay), 1);
    };
    return createSufferer(suffer, () => expect.fail('it does not act'));
  };
  let hear = next();
  return {
    hear: (ailments: NumberedAilments) => hear(ailments),
    restart() {
      hear = next();
    },
    sufferings: () => sufferings.toSorted(),
  };
}

it('lets a process suffer from exactly what has begun and not ended, however often it ends', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 30 }), (taken) => {
      const process = aProcess();
      const { suffer, present } = createAilments('v1', (question) => {
        if (question.type === 'Suffer') process.hear(question.ailments);
        return Promise.resolve(undefined);
      });
      const begun: { readonly delay: bigint; readonly effect: Effect; isOver: boolean }[] = [];
      for (const step of taken) {
        if ('begin' in step) {
          const delay = step.begin;
          begun.push({ delay, effect: suffer({ kind: 'slow', delay }), isOver: false });
        } else if ('restart' in step) {
          process.restart();
          process.hear(present());
        } else {
          const ended = begun[step.end];
          if (ended !== undefined) ended.isOver = true;
          void ended?.effect.end();
        }
        const lasting = begun.filter(({ isOver }) => !isOver).map(({ delay }) => delay);
        expect(process.sufferings()).toEqual(lasting.toSorted());
      }
    }),
  );
});

it('do an act as often as was asked for, over all processes of a validator', () => {
  const { suffer, present, noteActed } = createAilments('v1', () => Promise.resolve(undefined));
  const act = (times?: number) => ({ act: 'forge', only: {}, times }) as const;
  void suffer({ kind: 'pause' });
  void suffer({ kind: 'byzantine', acts: [act(), act(3)] });
  const left = () => present().flatMap(([, each]) => ('acts' in each ? each.acts : []));
  for (const expected of [2, 1, 0]) {
    const acted: ((index: number) => void)[] = [];
    const hear = createSufferer((_, onActed) => {
      acted.push(onActed);
      return () => undefined;
    }, noteActed);
    hear(present());
    for (const act of [0, 1]) acted[1]?.(act);
    expect(left().map(({ times }) => times)).toEqual([undefined, expected]);
  }
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is not waited for without end where the process hangs', async () => {
  const { suffer } = createAilments('v1', () => new Promise(() => undefined));
  const begun = expect(suffer({ kind: 'pause' }).begun).rejects.toMatchObject({
    status: 408,
    message: 'v1: no answer after 30000 ms',
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await begun;
});
