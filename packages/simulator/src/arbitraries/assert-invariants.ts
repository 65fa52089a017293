import { hasExpectedVerdict, unexcused } from '../expected-verdict.ts';
import type { RunScenarioOptions } from '../run-options.ts';
import { runProven } from '../run-proven.ts';
import type { RunResult, Violation } from '../run-result.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { withoutActsOf } from '../world/guests/guests.ts';

/**
 * Reports a run that did not end as its scenario expects; the message contains the scenario and
 * what broke.
 */
export class BrokenScenarioError extends Error {
  override readonly name = 'BrokenScenarioError';
  readonly code = 'BrokenScenario';
  // Node.js prints the fields of an error below its message, Vitest what it is as JSON. These two
  // have hundreds of lines, and the message says what matters of them.
  readonly #scenario: Scenario;
  readonly #result: RunResult;

  constructor(scenario: Scenario, result: RunResult) {
    super(failureBlock(scenario, result));
    this.#scenario = scenario;
    this.#result = result;
  }

  get scenario(): Scenario {
    return this.#scenario;
  }

  get result(): RunResult {
    return this.#result;
  }

  toJSON(): { readonly code: string } {
    return { code: this.code };
  }
}

/**
 * Runs a scenario and throws unless it ends as it expects, for use inside a property of fast-check.
 *
 * Unless the options say otherwise, signatures are stubs. Real ones are used if nodes of the caller
 * take part, since these may verify signatures themselves. A failure with stubs is run again with
 * real signatures before it is reported. If a scenario expects no verdict, for example because it
 * exceeds the budget of faults, only a crash of a node counts as a failure.
 *
 * @throws BrokenScenarioError if the run does not end as expected
 */
export function assertInvariants(scenario: Scenario, options: RunScenarioOptions = {}): void {
  const crypto = options.nodes === undefined ? 'stub' : 'trusted';
  const result = runProven(scenario, { crypto, ...options });
  if (isAsExpected(result)) return;
  // Acts of a replaced node were left out of the run: the core's node, in its place, would perform
  // them.
  throw new BrokenScenarioError(withoutActsOf(options.nodes ?? {}, scenario), result);
}

function isAsExpected(result: RunResult): boolean {
  if (result.failedExpectations.length > 0) return false;
  // The run ended before anything could be checked.
  const isEmpty = result.verdict === 'unknown' && result.expectedVerdict === 'pass';
  return isEmpty || hasExpectedVerdict(result);
}

function failureBlock(scenario: Scenario, result: RunResult): string {
  const { expectedVerdict, seed, traceHash, failedExpectations } = result;
  const { verdict, violations } = unexcused(result);
  return [
    `${verdict}, expected ${expectedVerdict}`,
    ...violations.slice(0, MOST).flatMap(lines),
    ...(violations.length > MOST ? [`  and ${violations.length - MOST} more`] : []),
    ...failedExpectations.map(
      ({ expectation, expected, actual }) =>
        `  ${expectation}: expected ${expected}, got ${actual}`,
    ),
    `  seed ${seed}  trace ${traceHash.slice(0, 8)}  crypto ${result.crypto}`,
    '  the scenario, for `quorate run FILE`:',
    '',
    // A run with another seed is reproduced only with that seed.
    printScenario({ ...scenario, seed: BigInt(seed) }),
  ].join('\n');
}

/**
 * The most violations to report: what breaks once often breaks many times, and the first says most.
 */
const MOST = 3;

function lines({ oracle, mustHold, message, at, event, facts }: Violation): readonly string[] {
  const where = event === undefined ? '' : `, in event ${event}`;
  return [
    `  ${oracle} after ${at / 1_000_000n} ms${where}: ${message}`,
    `    must hold: ${mustHold}`,
    ...Object.entries(facts).map(([name, fact]) => `    ${name}: ${fact}`),
  ];
}
