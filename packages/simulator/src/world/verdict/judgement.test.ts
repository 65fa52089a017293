import { expect, it } from 'vitest';
import type { OracleReport } from '../../run-result.ts';
import { nodeFailureReport, verdictOf } from './judgement.ts';

/** A report with this many checks and violations of these kinds. */
function report(checks: number, ...kinds: readonly ('safety' | 'liveness')[]): OracleReport {
  const violations = kinds.map((kind) => ({ oracle: `${kind}-oracle`, kind }));
  return { name: 'any', checks, violations } as unknown as OracleReport;
}

it.each([
  ['unknown', []],
  ['unknown', [report(0), report(0)]],
  ['pass', [report(0), report(1)]],
  ['liveness', [report(1), report(1, 'liveness')]],
  ['violation:safety-oracle', [report(1, 'liveness'), report(0), report(1, 'liveness', 'safety')]],
])('the verdict is %s: %j', (verdict, reports) => {
  expect(verdictOf(reports)).toBe(verdict);
});

it.each([
  [new TypeError('no'), 'v1 stopped: no', /TypeError: no/],
  ['words', 'v1 stopped: words', /^words$/],
  [{ code: 7 }, 'v1 stopped: { code: 7 }', /^\{ code: 7 \}$/],
])('a node that throws anything fails the run and says what: %j', (failure, message, trail) => {
  const { checks, violations } = nodeFailureReport(9, [{ node: 'v1', failure, at: 5n, event: 2 }]);
  expect(checks).toBe(9);
  expect(violations).toMatchObject([{ kind: 'safety', message, at: 5n, event: 2 }]);
  expect(violations[0]?.facts).toEqual({ node: 'v1', failure: expect.stringMatching(trail) });
});
