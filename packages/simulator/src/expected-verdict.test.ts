import { expect, it } from 'vitest';
import { unexcused } from './expected-verdict.ts';
import type { Violation } from './run-result.ts';

const found = (oracle: string, ...events: readonly (number | undefined)[]) => ({
  name: oracle,
  checks: 1,
  violations: events.map((event): Violation => {
    const when = event === undefined ? {} : { event };
    return { oracle, kind: 'safety', mustHold: '', at: 0n, message: '', facts: {}, ...when };
  }),
});

const order = (...oracles: readonly ReturnType<typeof found>[]) => {
  const run = { verdict: 'liveness', expectedVerdict: 'pass', oracles } as const;
  return unexcused(run).violations.map(({ oracle, event }) => [oracle, event]);
};

it('puts the earliest violation first, of one event the gravest, and last what was found at rest', () => {
  expect(order(found('grave', undefined), found('late', 9, 12), found('early', 3, 9))).toEqual([
    ['early', 3],
    ['late', 9],
    ['early', 9],
    ['late', 12],
    ['grave', undefined],
  ]);
});
