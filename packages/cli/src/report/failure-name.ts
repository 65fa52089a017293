import { exitCodes } from '../exit-code.ts';
import { hasExpectedVerdict, type JudgedRun } from '../judge.ts';

/** Name what went wrong in a run, as a folder can be called: an invariant, or the kind of trouble. */
export function failureName({ result, causes }: JudgedRun): string {
  const { verdict, oracles } = result;
  if (hasExpectedVerdict(result)) {
    if (causes.includes(exitCodes.failed)) return 'expectation';
    return causes.includes(exitCodes.nondeterminism) ? 'determinism' : 'drift';
  }
  if (verdict === 'pass') return 'no-violation';
  const [, invariant] = verdict.split(':');
  const [violation] = oracles.flatMap(({ violations }) => violations);
  return invariant ?? violation?.oracle ?? verdict;
}
