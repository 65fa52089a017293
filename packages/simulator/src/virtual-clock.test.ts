import { createRng } from '@quorate/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SchedulePolicy } from './event-queue.ts';
import { createEventQueue, createRandomSchedule, fifoSchedule } from './event-queue.ts';
import { createPctQueue } from './pct-queue.ts';
import type { Fire, VirtualClock } from './virtual-clock.ts';
import { createVirtualClock } from './virtual-clock.ts';

const START = 1_800_000_000_000_000_000n;

function createClock(policy: SchedulePolicy = fifoSchedule): VirtualClock {
  return createVirtualClock({ start: START, queue: createEventQueue<Fire>(), policy });
}

function runAll(clock: VirtualClock): void {
  while (clock.runNext());
}

describe('createVirtualClock', () => {
  it('tells when the next timer is due, without moving', () => {
    const clock = createClock();
    expect(clock.nextAfter()).toBe(undefined);
    clock.setTimer(START + 9n, () => undefined);
    const cancel = clock.setTimer(START + 5n, () => undefined);
    expect(clock.nextAfter()).toBe(5);
    cancel();
    expect(clock.nextAfter()).toBe(9);
    expect(clock.now()).toBe(START);
    clock.runNext();
    clock.setTimer(START + 1n, () => undefined);
    expect(clock.nextAfter()).toBe(9);
  });

  it('fires every timer when it is due, in order, and never goes back', () => {
    const offset = fc.bigInt({ min: -50n, max: 2n ** 53n - 1n });
    fc.assert(
      fc.property(fc.bigInt(), fc.array(offset), (seed, offsets) => {
        const clock = createClock(createRandomSchedule(createRng(seed).stream('schedule')));
        const fired: { at: bigint; now: bigint }[] = [];
        for (const each of offsets) {
          const at = START + each;
          clock.setTimer(at, () => fired.push({ at, now: clock.now() }));
        }
        expect(clock.pending()).toBe(offsets.length);
        runAll(clock);
        expect(clock.pending()).toBe(0);
        expect(clock.fired()).toBe(offsets.length);
        expect(fired).toHaveLength(offsets.length);
        for (const { at, now } of fired) expect(now).toBe(at > START ? at : START);
        const times = fired.map(({ now }) => now);
        expect(times).toEqual(times.toSorted((a, b) => Number(a - b)));
      }),
    );
  });

  it('never goes back when its queue lets a later event overtake an earlier one', () => {
    let priority = 0;
    const priorityOf = (): number => {
      priority += 1;
      return priority;
    };
    const when = { depth: 1, window: 10, end: 100, events: 1 };
    const queue = createPctQueue<Fire>({ ...when, stream: { below: () => 0 }, priorityOf });
    const clock = createVirtualClock({ start: START, queue, policy: fifoSchedule });
    const times: bigint[] = [];
    const tell = () => times.push(clock.now() - START);
    clock.setTimer(START + 5n, tell, { to: 'slow' });
    clock.setTimer(START + 9n, tell, { to: 'fast' });
    runAll(clock);
    expect(times).toEqual([9n, 9n]);
  });

  it('gives each link of a chain of timers its own time', () => {
    const clock = createClock();
    const times: bigint[] = [];
    const hop = (): void => {
      times.push(clock.now() - START);
      if (times.length < 3) clock.setTimer(clock.now() + 10n, hop);
    };
    clock.setTimer(START + 10n, hop);
    runAll(clock);
    expect(times).toEqual([10n, 20n, 30n]);
  });

  it('fires a timer set during an instant for that instant after those already waiting', () => {
    const clock = createClock();
    const fired: string[] = [];
    clock.setTimer(START + 5n, () => {
      clock.setTimer(clock.now(), () => fired.push('set while firing'));
      fired.push('first');
    });
    clock.setTimer(START + 5n, () => fired.push('second'));
    clock.setTimer(START + 6n, () => fired.push('next instant'));
    runAll(clock);
    expect(fired).toEqual(['first', 'second', 'set while firing', 'next instant']);
  });

  it('lets the policy order the timers of one instant', () => {
    const draws = [2, 0, 3, 1];
    const clock = createClock({ draw: () => draws.shift() ?? 0 });
    const fired: string[] = [];
    for (const name of ['c', 'a', 'd', 'b']) clock.setTimer(START, () => fired.push(name));
    runAll(clock);
    expect(fired).toEqual(['a', 'b', 'c', 'd']);
  });

  it('fires after a delay as a timer set for then would', () => {
    const delays = fc.array(fc.record({ delay: fc.nat(20), isTimer: fc.boolean() }));
    fc.assert(
      fc.property(fc.bigInt(), delays, fc.nat(20), (seed, steps, from) => {
        const run = (isTimer: (step: { readonly isTimer: boolean }) => boolean) => {
          const clock = createClock(createRandomSchedule(createRng(seed).stream('schedule')));
          const fired: [index: number, at: bigint][] = [];
          clock.setTimer(START + BigInt(from), () => {
            for (const [index, step] of steps.entries()) {
              const fire = () => fired.push([index, clock.now()]);
              if (isTimer(step)) clock.setTimer(clock.now() + BigInt(step.delay), fire);
              else clock.after(step.delay, fire);
            }
          });
          runAll(clock);
          return fired;
        };
        expect(run(({ isTimer }) => isTimer)).toEqual(run(() => true));
      }),
    );
  });

  it('fires a timer in the past at the present', () => {
    const clock = createClock();
    const times: bigint[] = [];
    clock.setTimer(START + 100n, () => {
      clock.setTimer(START + 1n, () => times.push(clock.now()));
    });
    runAll(clock);
    expect(times).toEqual([START + 100n]);
  });

  it('fires no cancelled timer, whoever cancels it', () => {
    const timer = fc.record({ at: fc.bigInt({ min: 0n, max: 9n }), isCancelled: fc.boolean() });
    fc.assert(
      fc.property(fc.array(timer), (timers) => {
        const clock = createClock();
        const fired: number[] = [];
        const cancels = timers.map(({ at }, i) =>
          clock.setTimer(START + 1n + at, () => fired.push(i)),
        );
        // At START + 0, before any of them: timers cancel timers of the same run.
        clock.setTimer(START, () => {
          timers.forEach(({ isCancelled }, i) => {
            if (isCancelled) cancels[i]?.();
          });
        });
        runAll(clock);
        const kept = timers.flatMap(({ isCancelled }, i) => (isCancelled ? [] : [i]));
        expect(fired.toSorted((a, b) => a - b)).toEqual(kept);
      }),
    );
  });

  it('lets a cancel come too late or twice', () => {
    const clock = createClock();
    const fired: string[] = [];
    const cancel = clock.setTimer(START + 1n, () => fired.push('a'));
    clock.setTimer(START + 2n, () => fired.push('b'));
    clock.runNext();
    cancel();
    cancel();
    runAll(clock);
    expect(fired).toEqual(['a', 'b']);
  });

  it('stands still when nothing is pending', () => {
    const clock = createClock();
    expect(clock.runNext()).toBe(false);
    expect(clock.now()).toBe(START);
  });

  it('throws the error of a timer, and carries on with the next', () => {
    const clock = createClock();
    const failure = new Error('a bug in the actor');
    const fired: bigint[] = [];
    clock.setTimer(START + 1n, () => {
      throw failure;
    });
    clock.setTimer(START + 2n, () => fired.push(clock.now()));
    expect(() => clock.runNext()).toThrow(failure);
    runAll(clock);
    expect(fired).toEqual([START + 2n]);
  });

  it('lets what is due beyond 104 days wait at the end of them, where any run is over', () => {
    const clock = createClock();
    const fired: string[] = [];
    clock.setTimer(START + 2n ** 60n, () => fired.push('timer'));
    clock.interrupt(START + 2n ** 60n, () => fired.push('interrupt'));
    clock.setTimer(START + 2n, () => fired.push('before'));
    clock.runNext();
    clock.after(Number.MAX_SAFE_INTEGER, () => fired.push('message'));
    expect(clock.nextAfter()).toBe(Number.MAX_SAFE_INTEGER);
    runAll(clock);
    expect(fired).toEqual(['before', 'interrupt', 'timer', 'message']);
  });

  it('interrupts an instant before all that is due then, whatever the schedule draws', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(9), (seed, before) => {
        const clock = createClock(createRandomSchedule(createRng(seed).stream('schedule')));
        const fired: string[] = [];
        for (let count = 0; count < 9; count += 1) {
          if (count === before) clock.interrupt(START + 5n, () => fired.push('interrupt'));
          clock.setTimer(START + 5n, () => fired.push('timer'));
        }
        if (before === 9) clock.interrupt(START + 5n, () => fired.push('interrupt'));
        runAll(clock);
        expect(fired).toEqual(['interrupt', ...Array.from({ length: 9 }, () => 'timer')]);
      }),
    );
  });

  it('asks the schedule for no draw for an interruption', () => {
    let draws = 0;
    const clock = createClock({ draw: () => ++draws });
    const cancel = clock.interrupt(START + 1n, () => undefined);
    cancel();
    runAll(clock);
    expect(draws).toBe(0);
  });
});
