import { CLOCK_START, createManualClock } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate, type End, type Work } from './gate.ts';

const ns = (max: number) => fc.integer({ min: 0, max }).map(BigInt);
const arrivals = fc
  .array(ns(100), { minLength: 1, maxLength: 12 })
  .map((times) => times.toSorted((a, b) => Number(a - b)));

/** Lets pieces of labour arrive at these times, and gives when each is done, in that order. */
function trial(
  times: readonly bigint[],
  hamper: (
    gate: ReturnType<typeof createGate>,
    clock: ReturnType<typeof createManualClock>,
  ) => void,
): readonly { readonly index: number; readonly at: bigint }[] {
  const clock = createManualClock();
  const gate = createGate(clock);
  const done: { index: number; at: bigint }[] = [];
  hamper(gate, clock);
  for (const [index, at] of times.entries()) {
    const run = () => done.push({ index, at: clock.now() - CLOCK_START });
    clock.setTimer(CLOCK_START + at, () => gate.admit(labour(run)));
  }
  while (clock.runNext());
  return done;
}

function labour(run: () => void): Work {
  return { isWanted: () => true, run, isLabour: true };
}

describe('createGate', () => {
  it('does everything at once while nothing hampers the node', () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        expect(trial(times, () => undefined)).toEqual(times.map((at, index) => ({ index, at })));
      }),
    );
  });

  it('holds what comes during a pause, and does it in order when the pause ends', () => {
    fc.assert(
      fc.property(arrivals, ns(100), ns(100), (times, begin, length) => {
        const done = trial(times, (gate, clock) => {
          clock.interrupt(CLOCK_START + begin, () => {
            const end = gate.pause();
            clock.interrupt(CLOCK_START + begin + length, end);
          });
        });
        const isHeld = (at: bigint) => at >= begin && at < begin + length;
        expect(done).toEqual(
          times.map((at, index) => ({ index, at: isHeld(at) ? begin + length : at })),
        );
      }),
    );
  });

  it('makes a slow node do one thing after another, each in its time', () => {
    fc.assert(
      fc.property(arrivals, ns(50), (times, delay) => {
        let isFreeAt = 0n;
        const expected = times.map((at, index) => {
          isFreeAt = (at > isFreeAt ? at : isFreeAt) + delay;
          return { index, at: isFreeAt };
        });
        expect(trial(times, (gate) => gate.slow(delay))).toEqual(expected);
      }),
    );
  });

  it('lets several pauses and slownesses add up', () => {
    const done = trial([0n, 10n], (gate, clock) => {
      const ends = [gate.pause(), gate.pause(), gate.slow(3n), gate.slow(4n)];
      for (const [index, end] of ends.entries()) {
        clock.interrupt(CLOCK_START + BigInt(20 * (index + 1)), end);
      }
    });
    expect(done).toEqual([
      { index: 0, at: 47n },
      { index: 1, at: 54n },
    ]);
  });

  it('lets a slow node continue its present work after a pause', () => {
    fc.assert(
      fc.property(ns(99), ns(200), ns(200), (begin, first, second) => {
        const done = trial([0n], (gate, clock) => {
          gate.slow(100n);
          clock.interrupt(CLOCK_START + begin, () => {
            const ends = [gate.pause(), gate.pause()];
            for (const [index, length] of [first, second].entries()) {
              clock.interrupt(CLOCK_START + begin + length, ends[index] as End);
            }
          });
        });
        expect(done).toEqual([{ index: 0, at: 100n + (first > second ? first : second) }]);
      }),
    );
  });

  it('shortens the present work of a slow node also during a pause', () => {
    const done = trial([0n], (gate, clock) => {
      gate.slow(20n);
      const end = gate.slow(80n);
      clock.interrupt(CLOCK_START + 10n, () => {
        const goOn = gate.pause();
        clock.interrupt(CLOCK_START + 15n, end);
        clock.interrupt(CLOCK_START + 50n, goOn);
      });
    });
    expect(done).toEqual([{ index: 0, at: 60n }]);
  });

  it('finishes the present work of a slow node at the latest when it is slow no more', () => {
    const done = trial([0n, 1n], (gate, clock) => {
      const ends = [gate.slow(500n), gate.slow(1_000n)];
      clock.interrupt(CLOCK_START + 50n, ends[1] as End);
      clock.interrupt(CLOCK_START + 600n, ends[0] as End);
    });
    expect(done).toEqual([
      { index: 0, at: 500n },
      { index: 1, at: 600n },
    ]);
  });

  it('spends no time on what is not labour, and forgets work that was taken back', () => {
    const clock = createManualClock();
    const gate = createGate(clock);
    const done: string[] = [];
    let isWanted = true;
    gate.slow(5n);
    gate.admit({ isWanted: () => isWanted, run: () => done.push('message'), isLabour: true });
    gate.admit({ isWanted: () => true, run: () => done.push('flush'), isLabour: false });
    expect(done).toEqual(['flush']);
    isWanted = false;
    while (clock.runNext());
    expect(done).toEqual(['flush']);
    const end = gate.pause();
    gate.admit({ isWanted: () => true, run: () => done.push('restart'), isLabour: false });
    expect(done).toEqual(['flush']);
    end();
    expect(done).toEqual(['flush', 'restart']);
  });

  it('holds the very work whose turn paused the node', () => {
    const clock = createManualClock();
    const gate = createGate(clock);
    const done: string[] = [];
    let end: End = () => undefined;
    gate.admit({
      isWanted: () => true,
      onTurn: () => {
        end = gate.pause();
      },
      run: () => done.push('message'),
      isLabour: true,
    });
    expect(done).toEqual([]);
    end();
    expect(done).toEqual(['message']);
  });

  it('loses no time on work that is not wanted any more', () => {
    const clock = createManualClock();
    const gate = createGate(clock);
    const done: bigint[] = [];
    gate.slow(5n);
    const isWanted = () => false;
    gate.admit(labour(() => done.push(clock.now() - CLOCK_START)));
    gate.admit({ isWanted, run: () => done.push(-1n), isLabour: true });
    gate.admit(labour(() => done.push(clock.now() - CLOCK_START)));
    while (clock.runNext());
    expect(done).toEqual([5n, 10n]);
  });

  it('ends a pause once only, whatever the node is working on by then', () => {
    const done = trial([0n], (gate, clock) => {
      gate.slow(10n);
      const end = gate.pause();
      for (const at of [1n, 6n]) clock.interrupt(CLOCK_START + at, end);
    });
    expect(done).toEqual([{ index: 0, at: 11n }]);
  });

  it('gives work that other work causes its turn afterwards', () => {
    const gate = createGate(createManualClock());
    const done: string[] = [];
    const caused = labour(() => done.push('caused'));
    gate.admit(
      labour(() => {
        gate.admit(caused);
        done.push('cause');
      }),
    );
    expect(done).toEqual(['cause', 'caused']);
  });
});
