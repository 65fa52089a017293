import { afterEach, expect, it, vi } from 'vitest';
import { alarmAfter } from './alarm.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('goes off once as much time has passed since the last sign of life, and not before', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let rings = 0;
  const alarm = alarmAfter(600_000, () => {
    rings += 1;
    alarm.end();
  });
  for (let sign = 0; sign < 3; sign += 1) {
    vi.advanceTimersByTime(599_999);
    alarm.renew();
  }
  vi.advanceTimersByTime(599_999);
  expect(rings).toBe(0);
  vi.advanceTimersByTime(1);
  expect(rings).toBe(1);
});
