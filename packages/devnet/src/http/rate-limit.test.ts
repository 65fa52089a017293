import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

describe('createRateLimit', () => {
  it('lets a caller make a burst, and then no more than the rate', () => {
    const pauses = fc.array(fc.nat({ max: 400 }), { maxLength: 60 });
    fc.assert(
      fc.property(pauses, (steps) => {
        let time = 0;
        let passed = 0;
        const limit = createRateLimit({ perSecond: 5, burst: 3, now: () => time });
        for (const pause of steps) {
          time += pause;
          if (limit.take('a') === undefined) passed += 1;
          expect(passed).toBeLessThanOrEqual(3 + (time / 1000) * 5);
        }
      }),
    );
  });

  it('takes many at once or none of them', () => {
    let time = 0;
    const limit = createRateLimit({ perSecond: 2, burst: 10, now: () => time });
    expect(limit.take('a', 8)).toBeUndefined();
    expect(limit.take('a', 8)).toBe(3);
    expect(limit.take('a', 2)).toBeUndefined();
    time += 4000;
    expect(limit.take('a', 8)).toBeUndefined();
  });

  it('lets a caller who was away for long make a burst, and no more', () => {
    let time = 0;
    const limit = createRateLimit({ perSecond: 5, burst: 3, now: () => time });
    expect(limit.take('a')).toBeUndefined();
    time += 3_600_000;
    expect(limit.take('a', 3)).toBeUndefined();
    expect(limit.take('a')).toBe(1);
  });

  it('forgets the caller that it has not heard for longest, once there are too many', () => {
    const limit = createRateLimit({ perSecond: 0.001, burst: 1, now: () => 0 });
    const wait = 1000;
    for (const caller of ['busy', 'idle']) expect(limit.take(caller)).toBeUndefined();
    expect(limit.take('busy')).toBe(wait);
    for (let other = 0; other < 9_999; other += 1) limit.take(`other-${other}`);
    expect(limit.take('busy')).toBe(wait);
    expect(limit.take('idle')).toBeUndefined();
  });

  it('says how long to wait, and lets a caller through that has waited', () => {
    let time = 0;
    const limit = createRateLimit({ perSecond: 0.5, burst: 1, now: () => time });
    expect(limit.take('a')).toBeUndefined();
    expect(limit.take('a')).toBe(2);
    expect(limit.take('b')).toBeUndefined();
    time += 2000;
    expect(limit.take('a')).toBeUndefined();
  });
});
