import { describe, expect, it } from 'vitest';
import { firstPayment } from '../../test/sample-result.ts';
import { exitCodes, mostSevere } from '../exit-code.ts';
import { compareRuns, judge } from './judge.ts';

describe('judge', () => {
  it.each([
    ['pass', 'pass', []],
    ['violation:x', 'violation:x', []],
    ['liveness', 'liveness', []],
    ['violation:x', 'pass', [exitCodes.failed]],
    ['violation:x', 'violation:y', [exitCodes.failed]],
    ['violation:x', 'liveness', [exitCodes.failed]],
    ['liveness', 'pass', [exitCodes.liveness]],
    ['unknown', 'pass', [exitCodes.unknown]],
    ['pass', 'violation:x', [exitCodes.noViolation]],
    ['pass', 'liveness', [exitCodes.noViolation]],
    ['violation:x', 'any', []],
    ['liveness', 'any', []],
  ] as const)('judges the verdict %s where %s was expected', (verdict, expectedVerdict, causes) => {
    expect(judge('x', { ...firstPayment, verdict, expectedVerdict }, undefined).causes).toEqual(
      causes,
    );
  });

  it.each([
    ['violation:x', 'any', [exitCodes.failed]],
    ['violation:x', 'violation:x', [exitCodes.failed]],
    ['violation:nodes-do-not-break', 'any', [exitCodes.failed]],
    ['violation:nodes-do-not-break', 'violation:nodes-do-not-break', []],
  ] as const)(
    'excuses no code that breaks: the verdict %s where %s was expected',
    (verdict, expectedVerdict, causes) => {
      const violation = {
        oracle: 'nodes-do-not-break',
        kind: 'safety',
        mustHold: '',
        at: 0n,
      } as const;
      const violations = [{ ...violation, message: 'v1 stopped', facts: {} }];
      const oracles = [{ name: 'nodes-do-not-break', checks: 1, violations }];
      const run = judge('x', { ...firstPayment, verdict, expectedVerdict, oracles }, undefined);
      expect(run.causes).toEqual(causes);
    },
  );

  it('counts an expectation that was not met as a failure', () => {
    const failedExpectations = [{ expectation: 'certificates', expected: '1', actual: '0' }];
    const run = judge('x', { ...firstPayment, failedExpectations }, undefined);
    expect(run.causes).toEqual([exitCodes.failed]);
  });

  it('finds that a run is not the one that was recorded', () => {
    const { traceHash } = firstPayment;
    const same = judge('x', { ...firstPayment, recordedTraceHash: traceHash }, undefined);
    const other = judge('x', { ...firstPayment, recordedTraceHash: '00' }, undefined);
    expect([same.causes, other.causes]).toEqual([[], [exitCodes.drift]]);
  });

  it('lists every cause', () => {
    const repetition = { traceHash: '', differences: ['traceHash'] };
    const run = judge('x', { ...firstPayment, verdict: 'liveness' }, repetition);
    expect(run.causes).toEqual([exitCodes.liveness, exitCodes.nondeterminism]);
  });
});

describe('compareRuns', () => {
  it('finds no difference between equal runs', () => {
    expect(compareRuns(firstPayment, structuredClone(firstPayment)).differences).toEqual([]);
  });

  it('names what differs, even with an equal trace', () => {
    const second = { ...firstPayment, virtualNanos: 1n, traceHash: '00' };
    expect(compareRuns(firstPayment, second)).toEqual({
      traceHash: '00',
      differences: ['traceHash', 'virtualNanos'],
    });
  });
});

describe('mostSevere', () => {
  it.each([
    [[], 0],
    [[2], 2],
    [[2, 6], 6],
    [[2, 6, 5], 5],
    [[2, 6, 5, 4], 4],
    [[2, 6, 5, 4, 3], 3],
    [[2, 6, 5, 4, 3, 1], 1],
  ] as const)('of %j returns %d', (causes, code) => {
    expect(mostSevere(causes)).toBe(code);
    expect(mostSevere([...causes].reverse())).toBe(code);
  });
});
