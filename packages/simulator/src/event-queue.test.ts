import { InvariantError } from '@quorate/core';
import { createRng } from '@quorate/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventHandle, EventQueue } from './event-queue.ts';
import { createEventQueue, createRandomSchedule, fifoSchedule } from './event-queue.ts';

// Few distinct values, so that ties are common.
const time = fc.oneof(fc.nat(5), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
const event = fc.record({ at: time, draw: fc.nat(3) });

type Event = { readonly at: number; readonly draw: number; readonly task: number };

function pushAll(
  queue: EventQueue<number>,
  events: readonly { at: number; draw: number }[],
): EventHandle<number>[] {
  return events.map(({ at, draw }, task) => queue.push(at, draw, task));
}

function drain(queue: EventQueue<number>): number[] {
  const tasks: number[] = [];
  for (let next = queue.peek(); next !== undefined; next = queue.peek()) {
    expect(queue.pop()).toBe(next);
    tasks.push(next.task);
  }
  return tasks;
}

/** The specification: a stable sort by (time, draw). */
function sortedTasks(events: readonly Event[]): number[] {
  return events.toSorted((a, b) => a.at - b.at || a.draw - b.draw).map(({ task }) => task);
}

/** The same queue as a list that is sorted whenever somebody looks. */
function createModel() {
  let events: readonly Event[] = [];
  const tasks = (): number[] => sortedTasks(events);
  const cancel = (task: number | undefined): boolean => {
    const before = events.length;
    events = events.filter((each) => each.task !== task);
    return events.length < before;
  };
  const pop = (): number | undefined => {
    const [first] = tasks();
    cancel(first);
    return first;
  };
  const push = (added: Event): void => {
    events = [...events, added];
  };
  return { push, pop, cancel, tasks };
}

describe('createEventQueue', () => {
  it('pops in the order of (time, draw, sequence)', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (events) => {
        const queue = createEventQueue<number>();
        pushAll(queue, events);
        expect(drain(queue)).toEqual(sortedTasks(events.map((e, task) => ({ ...e, task }))));
      }),
    );
  });

  it('behaves as a sorted list under any mix of push, pop and cancel', () => {
    const action = fc.record({
      type: fc.constantFrom('push' as const, 'push' as const, 'pop' as const, 'cancel' as const),
      at: fc.nat(20),
      draw: fc.nat(3),
      which: fc.nat(200),
    });
    type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
    fc.assert(
      fc.property(fc.array(action, { size: 'large' }), (actions) => {
        const queue = createEventQueue<number>();
        const model = createModel();
        const handles: EventHandle<number>[] = [];
        const steps = {
          push({ at, draw }: Action): void {
            const task = handles.length;
            model.push({ at, draw, task });
            handles.push(queue.push(at, draw, task));
          },
          pop(): void {
            expect(queue.pop()?.task).toBe(model.pop());
          },
          cancel({ which }: Action): void {
            const handle = handles[which % Math.max(1, handles.length)];
            if (handle !== undefined) expect(queue.cancel(handle)).toBe(model.cancel(handle.task));
          },
        };
        for (const action of actions) {
          steps[action.type](action);
          expect(queue.size()).toBe(model.tasks().length);
        }
        expect(drain(queue)).toEqual(model.tasks());
      }),
    );
  });

  it('forgets a cancelled event at once, however far away it was', () => {
    const queue = createEventQueue<number>();
    queue.push(0, 0, 0);
    for (let i = 0; i < 10_000; i += 1) queue.cancel(queue.push(1_000_000 + i, 0, i));
    expect(queue.size()).toBe(1);
  });

  it('ignores a handle of another queue', () => {
    const [mine, other] = [createEventQueue<number>(), createEventQueue<number>()];
    mine.push(1, 0, 1);
    expect(mine.cancel(other.push(1, 0, 1))).toBe(false);
    expect([mine.size(), other.size()]).toEqual([1, 1]);
  });

  it('has nothing to pop when empty', () => {
    expect(createEventQueue<number>().pop()).toBe(undefined);
  });

  it.each([-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('refuses the time %d', (at) => {
    const queue = createEventQueue<number>();
    expect(() => queue.push(at, 0, 0)).toThrow(InvariantError);
    expect(queue.size()).toBe(0);
  });
});

describe('SchedulePolicy', () => {
  it('fifo keeps the order of pushes within an instant', () => {
    const queue = createEventQueue<number>();
    pushAll(
      queue,
      Array.from({ length: 50 }, () => ({ at: 7, draw: fifoSchedule.draw() })),
    );
    expect(drain(queue)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('random permutes an instant as its stream says, and never reorders instants', () => {
    const orderUnder = (seed: bigint): number[] => {
      const policy = createRandomSchedule(createRng(seed).stream('schedule'));
      const queue = createEventQueue<number>();
      pushAll(
        queue,
        Array.from({ length: 40 }, (_, i) => ({ at: i < 20 ? 1 : 2, draw: policy.draw() })),
      );
      return drain(queue);
    };
    fc.assert(
      fc.property(fc.bigInt(), (seed) => {
        const order = orderUnder(seed);
        expect(orderUnder(seed)).toEqual(order);
        const inOrder = Array.from({ length: 40 }, (_, i) => i);
        expect(order.slice(0, 20).toSorted((a, b) => a - b)).toEqual(inOrder.slice(0, 20));
        expect(order).not.toEqual(inOrder);
      }),
    );
  });
});
