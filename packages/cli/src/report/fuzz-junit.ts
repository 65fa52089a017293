import { seedText } from '../campaign/seed-range.ts';
import type { FinishedFuzz } from '../fuzz/finished.ts';
import { doubtOf, originOf } from '../fuzz/origin.ts';
import { replayLine } from './failure.ts';
import { attributes, escapeXml } from './xml.ts';

/**
 * Gives a search as a JUnit report: one suite, in it a failed case for each cause, and a case for
 * each situation, skipped if no run reached it and that is no finding.
 */
export function renderFuzzJUnit({ plan, report, findings, missed, stop }: FinishedFuzz): string {
  const failures = [
    ...findings.map((finding) => ({
      name: finding.cause,
      message: `first with ${originOf(finding, plan)}${doubtOf(finding)}`,
      text: finding.run === undefined ? (finding.artefacts ?? '') : replayLine(finding.run, ''),
    })),
    ...missed.invariants.map((name) => ({ name, message: 'had nothing to check', text: '' })),
    ...missed.situations.map((name) => ({ name, message: 'never occurred', text: '' })),
  ];
  const others = [...report.situations].filter(([name]) => !missed.situations.includes(name));
  const head = attributes({
    name: 'fuzz',
    tests: failures.length + others.length,
    failures: failures.length,
    skipped: others.filter(([, times]) => times === 0).length,
  });
  const properties = { firstSeed: seedText(plan.first), runs: report.runs, stop };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="quorate">\n',
    `  <testsuite ${head}>\n    <properties>\n`,
    ...Object.entries(properties).map(
      ([name, value]) => `      <property ${attributes({ name, value })}/>\n`,
    ),
    '    </properties>\n',
    ...failures.map(({ name, message, text }) =>
      testCase(name, `<failure ${attributes({ message })}>${escapeXml(text)}</failure>`),
    ),
    ...others.map(([name, times]) => testCase(name, times === 0 ? '<skipped/>' : '')),
    '  </testsuite>\n</testsuites>\n',
  ].join('');
}

function testCase(name: string, body: string): string {
  const head = `    <testcase ${attributes({ classname: 'fuzz', name })}`;
  return body === '' ? `${head}/>\n` : `${head}>${body}</testcase>\n`;
}
