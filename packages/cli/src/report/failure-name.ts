import { hasBroken, hasExpectedVerdict, NODES_DO_NOT_BREAK } from '@quorate/simulator';
import { exitCodes } from '../exit-code.ts';
import type { JudgedRun } from '../judge.ts';

/** Name what went wrong where a scenario expects a violation and there was none. */
export const NO_VIOLATION = 'no-violation';

/** Name what went wrong in a run, as a folder can be called: an invariant, or the kind of trouble. */
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
