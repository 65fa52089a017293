import type { Outcome, SearchReport } from '@quorate/fuzzer';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { brokenDoubleSpend } from '../../test/sample-result.ts';
import { exitCodes, mostSevere } from '../exit-code.ts';
import type { ExaminedFinding } from '../fuzz/findings.ts';
import { causesOf, type FinishedFuzz, missedBy } from '../fuzz/finished.ts';
import type { FuzzPlan } from '../fuzz/plan.ts';
import { plainColors } from '../output/terminal.ts';
import { judge } from '../runs/judge.ts';
import { renderFuzz, renderFuzzSummary } from './fuzz.ts';
import { renderFuzzJUnit } from './junit/fuzz-junit.ts';

const SHAPES = ['quorums n4 3&3 share 2', 'locks n4 4', 'refused UnexpectedNonce (V5)'];

function report(given: Partial<SearchReport> = {}): SearchReport {
  return {
    runs: 20_000,
    failed: 0,
    events: 600_000,
    virtualNanos: 90_000_000_000n,
    findings: [],
    situations: new Map([['catch-up', 7]]),
    idle: [],
    shapes: { has: (shape) => SHAPES.includes(shape), size: () => 412 },
    ...given,
  };
}

const size = {
  operations: 9,
  clients: 2,
  validators: 4,
  faults: 5,
  acts: 3,
  network: 1,
  bytes: 900,
};
const run = { ...judge('fuzz-0x5', brokenDoubleSpend, undefined), artefacts: 'kept/double' };
const finding: ExaminedFinding = {
  cause: 'unique-certificate: two certificates for (_, nonce #)',
  runs: 3,
  first: { index: 41 } as Outcome,
  seed: 0x5n,
  isConfirmed: true,
  lost: undefined,
  keptAs: undefined,
  artefacts: 'kept/double',
  shrunk: {
    attempts: 120,
    from: size as never,
    to: { ...size, operations: 1, faults: 0, acts: 1 } as never,
  },
  run,
  causes: run.causes,
};

function finished(given: SearchReport, findings: readonly ExaminedFinding[] = []): FinishedFuzz {
  const plan: FuzzPlan = {
    space: DEFAULT_SPACE,
    strategy: { kind: 'pct', depth: 3 },
    crypto: 'stub',
    first: 0x5eedn,
    runs: 20_000,
    seconds: undefined,
    shrinkSeconds: undefined,
    jobs: 2,
    maxFailures: 5,
  };
  const missed = missedBy(given, plan);
  return {
    plan,
    report: given,
    findings,
    stop: 'runs',
    seconds: 10,
    corpus: { folder: 'corpus', tried: 50, kept: 40, added: 3, removed: 13 },
    missed,
    causes: causesOf({ findings, missed, stop: 'runs', report: given }),
  };
}

const style = { colors: plainColors, options: '' };

describe('the report of a search', () => {
  it('says how much was tried and what was never seen', () => {
    const text = renderFuzz(finished(report()), style);
    expect(text).toMatch(
      /^PASS {2}fuzz {2}20000 runs, from seed 0x5eed, pct:3, profile safe, 0 failed, 2000 runs\/s$/m,
    );
    expect(text).toMatch(/^ {2}situations +1 of 1$/m);
    expect(text).toMatch(/^ {2}quorums +1 of 4, never: 3&3 share 3, 3&4 share 3, 4&4 share 4$/m);
    expect(text).toMatch(/^ {2}locks +1 of 8, never: 1, 1\+1, 2, 2\+1, and 3 more$/m);
    const whole = text.replaceAll(/\n {4,}/g, ' ');
    expect(whole).toMatch(/^ {2}refusals +1 of \d+, never: .*, and \d+ more$/m);
    expect(whole).toMatch(
      /^ {2}corpus +50 run first; 40 show all shapes, 3 of them new in corpus; 13 removed there$/m,
    );
    expect(text.split('\n').filter((line) => !line.startsWith('PASS') && line.length > 80)).toEqual(
      [],
    );
  });

  it('gives each cause once, how small it became, and the command that shows it', () => {
    const text = renderFuzz(finished(report({ failed: 3 }), [finding]), style);
    expect(text).toMatch(
      /^ {2}found +unique-certificate: .* \(3 runs, first with seed 0x5 --strategy pct:3, shrunk in 120 attempts: operations 9->1, faults 5->0, acts 3->1\)$/m,
    );
    expect(text).toMatch(/^ {2}replay +npx quorate replay kept\/double$/m);
  });

  it('says how far a search came beyond its corpus that was called off, and calls it neither passed nor failed', () => {
    const called = { ...finished(report({ runs: 96 })), stop: 'interrupt' } as const;
    const off = { ...called, causes: causesOf(called) };
    expect(renderFuzz(off, style)).toMatch(
      /^STOP {2}fuzz {2}96 runs, .*\n {2}ended +it was interrupted after 46 of 20000 runs\n/,
    );
    expect(JSON.parse(renderFuzzSummary(off))).toMatchObject({ passed: false, causes: [130] });
    expect(renderFuzzJUnit(off)).toContain('<property name="stop" value="interrupt"/>');
    const found = { ...finished(report({ failed: 3 }), [finding]), stop: 'interrupt' } as const;
    expect(renderFuzz({ ...found, causes: causesOf(found) }, style)).toMatch(/^FAIL {2}fuzz/);
  });

  it('has nothing to count where no run ended', () => {
    const none = {
      ...finished(report({ runs: 0 })),
      stop: 'interrupt',
      corpus: undefined,
    } as const;
    const text = renderFuzz({ ...none, causes: causesOf(none) }, style);
    expect(text).toMatch(/^STOP {2}fuzz {2}0 runs, .*\n {2}ended {2}.* after 0 of 20000 runs\n$/);
  });

  it('names the changes of committee beside a seed that depends on them', () => {
    const ended = finished(report({ failed: 3 }), [finding]);
    const space = { ...DEFAULT_SPACE, changes: { least: 1, greatest: 2 } };
    const changed = { ...ended, plan: { ...ended.plan, space } };
    const text = renderFuzz(changed, style);
    expect(text).toMatch(/^FAIL {2}fuzz {2}.*, profile safe, changes 1\.\.2, 3 failed/m);
    expect(text).toMatch(/first with seed 0x5 --strategy pct:3 --changes 1\.\.2, shrunk/);
    expect(renderFuzzJUnit(changed)).toContain(
      'first with seed 0x5 --strategy pct:3 --changes 1..2"',
    );
    expect(JSON.parse(renderFuzzSummary(changed))).toMatchObject({ changes: space.changes });
  });

  it('does not miss what takes more changes of committee than there are', () => {
    const calm = report({
      situations: new Map([
        ['merged', 0],
        ['change-upon-change', 0],
        ['catch-up', 0],
      ]),
      idle: ['change-completes'],
    });
    const missed = (greatest: number) =>
      missedBy(calm, { space: { ...DEFAULT_SPACE, changes: { least: 0, greatest } } });
    expect(missed(0)).toEqual({ situations: ['catch-up'], invariants: [] });
    expect(missed(1)).toEqual({
      situations: ['merged', 'catch-up'],
      invariants: ['change-completes'],
    });
    expect(missed(2).situations).toContain('change-upon-change');
  });

  it('reports what never occurs in many runs, but not in few', () => {
    const blind = report({ situations: new Map([['catch-up', 0]]), idle: ['cell-chain'] });
    const text = renderFuzz(finished(blind), style);
    expect(text).toMatch(/^FAIL no run reached the situation catch-up {2}\[unknown\]$/m);
    expect(text).toMatch(/^FAIL the invariant cell-chain had nothing to check in any run /m);
    expect(mostSevere(finished(blind).causes)).toBe(exitCodes.unknown);
    expect(finished({ ...blind, runs: 999 }).causes).toEqual([]);
  });

  it('does not miss what would be a violation with at most f liars', () => {
    const calm = report({ situations: new Map([['evidence-kept', 0]]) });
    const space = { ...DEFAULT_SPACE, profile: 'beyond' as const };
    expect(missedBy(calm, { space: DEFAULT_SPACE }).situations).toEqual([]);
    expect(missedBy(calm, { space }).situations).toEqual(['evidence-kept']);
  });

  it('is one JSON object on one line for programs', () => {
    const text = renderFuzzSummary(finished(report({ failed: 3 }), [finding]));
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(text)).toMatchObject({
      firstSeed: '0x5eed',
      strategy: 'pct:3',
      runs: 20_000,
      failed: 3,
      passed: false,
      causes: [exitCodes.failed],
      shapes: 412,
      situations: { 'catch-up': 7 },
      runsPerSecond: 2000,
      findings: [{ seed: '0x5', run: 41, confirmed: true, artefacts: 'kept/double' }],
    });
  });
});

describe('the JUnit report of a search', () => {
  it('has a failed case for each cause, and one for each situation', () => {
    const situations = new Map([
      ['catch-up', 7],
      ['evidence-kept', 0],
    ]);
    const text = renderFuzzJUnit(finished(report({ situations, runs: 10 }), [finding]));
    expect(text).toContain('<testsuite name="fuzz" tests="3" failures="1" skipped="1">');
    expect(text).toContain('name="unique-certificate: two certificates for (_, nonce #)"');
    expect(text).toContain('>npx quorate replay kept/double</failure>');
    expect(text).toContain('<testcase classname="fuzz" name="catch-up"/>');
    expect(text).toContain('name="evidence-kept"><skipped/></testcase>');
  });

  it('fails for a situation that never occurs in many runs', () => {
    const blind = report({ situations: new Map([['restart-with-lock', 0]]) });
    expect(renderFuzzJUnit(finished(blind))).toContain(
      'name="restart-with-lock"><failure message="never occurred"></failure></testcase>',
    );
  });
});
