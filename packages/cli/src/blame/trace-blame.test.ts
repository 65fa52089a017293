import type { RecordedRun } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { firstViolations } from './trace-blame.ts';

function runOf(expectedVerdict: string): RecordedRun {
  const oracles = [
    { name: 'unique-certificate', violations: [{ oracle: 'unique-certificate', at: 1n }] },
    { name: 'nodes-do-not-break', violations: [{ oracle: 'nodes-do-not-break', at: 2n }] },
  ];
  return { result: { expectedVerdict, oracles } } as unknown as RecordedRun;
}

it('blames what failed: of a run that excuses all but a node that breaks, no breach before that', () => {
  const oracles = (expected: string) =>
    firstViolations(runOf(expected)).map(({ oracle }) => oracle);
  expect(oracles('pass')).toEqual(['unique-certificate', 'nodes-do-not-break']);
  expect(oracles('any')).toEqual(['nodes-do-not-break']);
});
