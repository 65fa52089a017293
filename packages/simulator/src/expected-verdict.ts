import type { RunResult, Verdict, Violation } from './run-result.ts';

/** The invariant that breaks when a node's code throws. */
export const NODES_DO_NOT_BREAK = 'nodes-do-not-break';

/**
 * Tells whether a run, or an exploration, ended with the verdict that its scenario expects, if it
 * expects one. A node that broke is a failure whatever the liars do, unless the scenario expects
 * exactly that.
 */
export function hasExpectedVerdict(
  result: Pick<RunResult, 'verdict' | 'expectedVerdict' | 'oracles'>,
): boolean {
  const { verdict, expectedVerdict } = result;
  if (verdict === expectedVerdict && verdict === `violation:${NODES_DO_NOT_BREAK}`) return true;
  return !hasBroken(result) && (expectedVerdict === 'any' || verdict === expectedVerdict);
}

/** Tells whether a node's code broke in a run. */
export function hasBroken({ oracles }: Pick<RunResult, 'oracles'>): boolean {
  return oracles.some(
    ({ name, violations }) => name === NODES_DO_NOT_BREAK && violations.length > 0,
  );
}

/**
 * Gives what went wrong in a failed run: its verdict and the violations. If a node broke and every
 * verdict is allowed, only that counts: what liars may break besides explains nothing.
 *
 * The earliest violation comes first, because it is the nearest to the cause; of those of one event
 * the gravest, and last what was found once the run was over.
 */
export function unexcused({
  verdict,
  expectedVerdict,
  oracles,
}: Pick<RunResult, 'verdict' | 'expectedVerdict' | 'oracles'>): {
  readonly verdict: Verdict;
  readonly violations: readonly Violation[];
} {
  const violations = oracles
    .flatMap((oracle) => oracle.violations)
    .sort((one, other) => eventOf(one) - eventOf(other));
  const broken = violations.filter(({ oracle }) => oracle === NODES_DO_NOT_BREAK);
  return expectedVerdict === 'any' && broken.length > 0
    ? { verdict: `violation:${NODES_DO_NOT_BREAK}`, violations: broken }
    : { verdict, violations };
}

function eventOf({ event = Number.MAX_SAFE_INTEGER }: Violation): number {
  return event;
}
