import { hasBroken, hasExpectedVerdict, NODES_DO_NOT_BREAK } from '@quorate/simulator';
import { exitCodes } from '../exit-code.ts';
import type { JudgedRun } from '../runs/judge.ts';

/** The name of the failure if a scenario expects a violation and there was none. */
export const NO_VIOLATION = 'no-violation';

const EXPECTATION = 'expectation';

/**
 * Names what went wrong in one of many runs: as `failureName` does, with the first expectation that
 * was not met, because one of them must not hide others.
 */
export function failureAmongMany(run: JudgedRun): string {
  const name = failureName(run);
  const [first] = run.result.failedExpectations;
  if (name !== EXPECTATION || first === undefined) return name;
  // Which validator was looked at first is chance.
  return `${name} ${first.expectation.replace(/ at v\d+$/, '')}`;
}

/**
 * Names what went wrong in a run, in a form that suits a folder: an invariant, or the kind of
 * failure.
 */
export function failureName({ result, causes }: JudgedRun): string {
  const { verdict, oracles } = result;
  if (hasExpectedVerdict(result)) {
    if (causes.includes(exitCodes.failed)) return EXPECTATION;
    return causes.includes(exitCodes.nondeterminism) ? 'determinism' : 'drift';
  }
  if (hasBroken(result)) return NODES_DO_NOT_BREAK;
  if (verdict === 'pass') return NO_VIOLATION;
  const [, invariant] = verdict.split(':');
  const [violation] = oracles.flatMap(({ violations }) => violations);
  return invariant ?? violation?.oracle ?? verdict;
}
