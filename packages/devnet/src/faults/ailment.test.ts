import { CLOCK_START, createManualClock } from '@quorate/testkit';
import { expect, it } from 'vitest';
import { sufferHere } from './ailment.ts';
import { createHampers } from './hampers.ts';

it('lets a clock that drifts go on where it was, in a process that was started again', () => {
  const base = createManualClock();
  const hampers = createHampers(base);
  const since = CLOCK_START - 1_000_000n;
  const end = sufferHere(
    { ...hampers, now: base.now },
    { kind: 'clock', offset: 7n, drift: 500_000, since },
  );
  expect(hampers.clock.now()).toBe(CLOCK_START + 7n + 500_000n);
  base.advance(10n);
  expect(hampers.clock.now()).toBe(CLOCK_START + 10n + 7n + 500_005n);
  end();
  expect(hampers.clock.now()).toBe(base.now());
});
