import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRate } from './rate.ts';

const events = fc.array(fc.record({ pause: fc.nat({ max: 2000 }), count: fc.nat({ max: 5 }) }), {
  maxLength: 20,
});

describe('createRate', () => {
  it('counts what happened in the seconds before this one', () => {
    fc.assert(
      fc.property(events, fc.constantFrom(1, 60, 3600), (steps, span) => {
        const rate = createRate();
        const log: { second: number; count: number }[] = [];
        let second = 5000;
        for (const { pause, count } of steps) {
          second += pause;
          rate.add(count, second);
          log.push({ second, count });
        }
        const now = second + 1;
        const recent = log.filter((event) => event.second < now && event.second >= now - span);
        const total = recent.reduce((sum, { count }) => sum + count, 0);
        expect(rate.over(span, now)).toBeCloseTo(total / span);
      }),
    );
  });
});
