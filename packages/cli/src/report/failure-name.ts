import { hasBroken, hasExpectedVerdict, NODES_DO_NOT_BREAK } from '@quorate/simulator';
import { exitCodes } from '../exit-code.ts';
import type { JudgedRun } from '../judge.ts';

/** The name of the failure if a scenario expects a violation and there was none. */
export const NO_VIOLATION = 'no-violation';

/**
 * Names what went wrong in a run, in a form that suits a folder: an invariant, or the kind of
 * failure.
 */
export function failureName({ result, causes }: JudgedRun): string {
  const { verdict, oracles } = result;
  if (hasExpectedVerdict(result)) {
    if (causes.includes(exitCodes.failed)) return 'expectation';
    return causes.includes(exitCodes.nondeterminism) ? 'determinism' : 'drift';
  }
  if (hasBroken(result)) return NODES_DO_NOT_BREAK;
  if (verdict === 'pass') return NO_VIOLATION;
  const [, invariant] = verdict.split(':');
  const [violation] = oracles.flatMap(({ violations }) => violations);
  return invariant ?? violation?.oracle ?? verdict;
}
