import { CLOCK_START, createManualClock } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNodeClock } from './node-clock.ts';

const skew = fc.record({
  begin: fc.integer({ min: 0, max: 1_000_000 }).map(BigInt),
  length: fc.integer({ min: 0, max: 1_000_000 }).map(BigInt),
  offset: fc.integer({ min: -500_000, max: 500_000 }).map(BigInt),
  drift: fc.integer({ min: -900_000, max: 1_000_000 }),
});
const due = fc.integer({ min: 0, max: 3_000_000 }).map(BigInt);

describe('createNodeClock', () => {
  it('is the true clock while nothing puts it wrong, before and after', () => {
    const clock = createManualClock();
    const wrong = createNodeClock(clock);
    const seen: bigint[] = [];
    clock.setTimer(CLOCK_START + 5n, () => wrong.skew({ offset: 1_000n, drift: 500_000 })());
    for (const at of [3n, 7n]) wrong.setTimer(CLOCK_START + at, () => seen.push(wrong.now()));
    while (clock.runNext());
    expect(seen).toEqual([CLOCK_START + 3n, CLOCK_START + 7n]);
  });

  it('shows offset and drift since the skew began', () => {
    const clock = createManualClock();
    const wrong = createNodeClock(clock);
    clock.setTimer(CLOCK_START + 1_000n, () => wrong.skew({ offset: -300n, drift: -250_000 }));
    let shown = 0n;
    clock.setTimer(CLOCK_START + 5_000n, () => {
      shown = wrong.now() - CLOCK_START;
    });
    while (clock.runNext());
    expect(shown).toBe(5_000n - 300n - 1_000n);
  });

  it('adds up the offsets of several skews, and goes by the greatest drift', () => {
    const clock = createManualClock();
    const wrong = createNodeClock(clock);
    wrong.skew({ offset: 10n, drift: 100_000 });
    const end = wrong.skew({ offset: 200n, drift: -800_000 });
    wrong.skew({ offset: 3_000n, drift: -700_000 });
    const shown: bigint[] = [];
    const look = () => shown.push(wrong.now() - clock.now());
    clock.setTimer(CLOCK_START + 1_000n, () => {
      look();
      end();
      look();
    });
    while (clock.runNext());
    expect(shown).toEqual([3_210n - 800n, 3_010n]);
  });

  it('goes on from its present time when a greater drift begins, and loses that drift’s share when it ends', () => {
    const clock = createManualClock();
    const wrong = createNodeClock(clock);
    wrong.skew({ offset: 0n, drift: 100_000 });
    const shown: bigint[] = [];
    const look = () => shown.push(wrong.now() - clock.now());
    let end = look as () => void;
    clock.setTimer(CLOCK_START + 1_000n, () => {
      look();
      end = wrong.skew({ offset: 0n, drift: 200_000 });
      look();
    });
    clock.setTimer(CLOCK_START + 2_000n, () => {
      look();
      end();
      look();
    });
    clock.setTimer(CLOCK_START + 3_000n, look);
    while (clock.runNext());
    expect(shown).toEqual([100n, 100n, 300n, 100n, 200n]);
  });

  it('fires a timer at the first instant at which it shows its time, whatever happens to it', () => {
    fc.assert(
      fc.property(fc.array(skew, { maxLength: 4 }), fc.array(due), (skews, dues) => {
        const clock = createManualClock();
        const wrong = createNodeClock(clock);
        for (const { begin, length, ...how } of skews) {
          clock.interrupt(CLOCK_START + begin, () => {
            const end = wrong.skew(how);
            clock.interrupt(clock.now() + length, end);
          });
        }
        let fired = 0;
        for (const at of dues) {
          wrong.setTimer(CLOCK_START + at, () => {
            fired += 1;
            expect(wrong.now()).toBeGreaterThanOrEqual(CLOCK_START + at);
          });
        }
        while (clock.runNext());
        expect(fired).toBe(dues.length);
      }),
    );
  });

  it('fires a timer no later than it must: one nanosecond before, its time is not yet shown', () => {
    fc.assert(
      fc.property(skew, due, ({ offset, drift }, at) => {
        const clock = createManualClock();
        const wrong = createNodeClock(clock);
        wrong.skew({ offset, drift });
        let firedAt = 0n;
        wrong.setTimer(CLOCK_START + at, () => {
          firedAt = clock.now();
        });
        if (wrong.now() >= CLOCK_START + at) return;
        clock.setTimer((clock.nextAt() ?? 0n) - 1n, () => {
          expect(wrong.now()).toBeLessThan(CLOCK_START + at);
        });
        while (clock.runNext());
        expect(firedAt).toBeGreaterThan(CLOCK_START);
      }),
    );
  });

  it('takes a timer back for good, also if its clock was put wrong before and is after', () => {
    const clock = createManualClock();
    const wrong = createNodeClock(clock);
    let fired = 0;
    const cancel = wrong.setTimer(CLOCK_START + 10n, () => {
      fired += 1;
    });
    wrong.skew({ offset: 1n, drift: 0 });
    cancel();
    wrong.skew({ offset: 2n, drift: 0 });
    while (clock.runNext());
    expect(fired).toBe(0);
  });
});
