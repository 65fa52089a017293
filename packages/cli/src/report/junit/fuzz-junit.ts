import { seedText } from '../../campaign/seed-range.ts';
import type { FinishedFuzz } from '../../fuzz/finished.ts';
import { doubtOf, originOf, replayOf } from '../../fuzz/origin.ts';
import { failureBody, testCase, testSuite, testSuites } from './junit-parts.ts';

/** The name of the suite. */
const NAME = 'fuzz';

/**
 * Gives a search as a JUnit report: one suite, in it a failed case for each cause, and a case for
 * each situation, skipped if no run reached it and that is no finding.
 */
export function renderFuzzJUnit({ plan, report, findings, missed, stop }: FinishedFuzz): string {
  const failures = [
    ...findings.map((finding) => ({
      name: finding.cause,
      message: `first with ${originOf(finding, plan)}${doubtOf(finding)}`,
      text: replayOf(finding),
    })),
    ...missed.invariants.map((name) => ({ name, message: 'had nothing to check', text: '' })),
    ...missed.situations.map((name) => ({ name, message: 'never occurred', text: '' })),
  ];
  const others = [...report.situations].filter(([name]) => !missed.situations.includes(name));
  const head = {
    name: NAME,
    tests: failures.length + others.length,
    failures: failures.length,
    skipped: others.filter(([, times]) => times === 0).length,
  };
  const properties = { firstSeed: seedText(plan.first), runs: report.runs, stop };
  const cases = [
    ...failures.map(({ name, message, text }) =>
      testCase(NAME, name, failureBody({ message }, text)),
    ),
    ...others.map(([name, times]) => testCase(NAME, name, times === 0 ? '<skipped/>' : '')),
  ];
  return testSuites([testSuite(head, properties, cases)]);
}
