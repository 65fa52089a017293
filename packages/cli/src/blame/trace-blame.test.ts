import type { RecordedRun } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { firstViolation } from './trace-blame.ts';

function runOf(expectedVerdict: string): RecordedRun {
  const oracles = [
    { name: 'unique-certificate', violations: [{ oracle: 'unique-certificate', at: 1n }] },
    { name: 'nodes-do-not-break', violations: [{ oracle: 'nodes-do-not-break', at: 2n }] },
  ];
  return { result: { expectedVerdict, oracles } } as unknown as RecordedRun;
}

it('blames what failed: of a run that excuses all but a node that breaks, no breach before that', () => {
  expect(firstViolation(runOf('pass'))?.oracle).toBe('unique-certificate');
  expect(firstViolation(runOf('any'))?.oracle).toBe('nodes-do-not-break');
});
