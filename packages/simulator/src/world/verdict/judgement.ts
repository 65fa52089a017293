import { inspect } from 'node:util';
import { NODES_DO_NOT_BREAK } from '../../expected-verdict.ts';
import { INVARIANTS } from '../../oracles/statements/statements.ts';
import type { OracleReport, ValidatorReport, Verdict, Violation } from '../../run-result.ts';
import { digestOf } from '../digest-of.ts';
import type { NodeFailure } from '../node-failure.ts';
import type { World } from '../world.ts';

/** How a run ended: nothing was left to happen, a limit was reached, or a node broke. */
export type Ending = 'rest' | 'time' | 'events' | 'failure';

/** What a liveness oracle has checked, and its messages. */
export interface Judged {
  readonly checks: number;
  readonly messages: readonly string[];
}

/** Reports every validator, up or down; `members` are those of the committee that runs. */
export function reportValidators(
  { validators }: World,
  members: ReadonlySet<string>,
): readonly ValidatorReport[] {
  return validators.map(({ node: { name, status, state } }) => {
    const ledger = state()?.ledger;
    return {
      name,
      status: status(),
      seat: members.has(name),
      digest: ledger === undefined ? '' : digestOf(ledger),
      settled: ledger?.settled.size ?? 0,
    };
  });
}

/**
 * Gives the verdict on a run. A safety violation outweighs a liveness violation, which outweighs
 * that nothing was checked.
 */
export function verdictOf(oracles: readonly OracleReport[]): Verdict {
  const violations = oracles.flatMap((oracle) => oracle.violations);
  const unsafe = violations.find(({ kind }) => kind === 'safety');
  if (unsafe !== undefined) return `violation:${unsafe.oracle}`;
  if (violations.length > 0) return 'liveness';
  return oracles.some(({ checks }) => checks > 0) ? 'pass' : 'unknown';
}

/** Reports errors in nodes as violations: a bug in the code fails the run like a wrong ledger. */
export function nodeFailureReport(steps: number, failures: readonly NodeFailure[]): OracleReport {
  return {
    name: NODES_DO_NOT_BREAK,
    checks: steps,
    violations: failures.map(({ node, failure, ...when }): Violation => {
      const { message, trail } = wordsOf(failure);
      return {
        oracle: NODES_DO_NOT_BREAK,
        kind: 'safety',
        mustHold: INVARIANTS[NODES_DO_NOT_BREAK].holds,
        ...when,
        message: `${node} stopped: ${message}`,
        facts: { node, failure: trail },
      };
    }),
  };
}

// Foreign code may throw anything.
function wordsOf(failure: unknown): { readonly message: string; readonly trail: string } {
  if (failure instanceof Error) {
    return { message: failure.message, trail: failure.stack ?? failure.name };
  }
  const words = typeof failure === 'string' ? failure : inspect(failure);
  return { message: words, trail: words };
}
