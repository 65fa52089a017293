import { faultyMax, formatDigest, ledgerDigest } from '@quorate/core';
import type { ValidatorAtRest } from '../oracles/oracle.ts';
import type { OracleReport, ValidatorReport, Verdict, Violation } from '../run-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { equivocates } from './accounts.ts';
import type { Workload } from './workload.ts';
import type { World } from './world.ts';

/** How a run ended: nothing was left to happen, a limit was reached, or a node broke. */
export type Ending = 'rest' | 'time' | 'events' | 'failure';

/** Reports every validator, up or down. */
export function reportValidators(
  { validators }: World,
  atRest: readonly ValidatorAtRest[],
): readonly ValidatorReport[] {
  return validators.map(({ node: { name, status } }) => {
    const ledger = atRest.find((validator) => validator.name === name)?.state.ledger;
    return {
      name,
      status: status(),
      digest: ledger === undefined ? '' : formatDigest(ledgerDigest(ledger)),
      settled: ledger?.settled.size ?? 0,
    };
  });
}

/** Judges a run: a safety violation before a liveness one before nothing checked at all. */
export function verdictOf(oracles: readonly OracleReport[]): Verdict {
  const violations = oracles.flatMap((oracle) => oracle.violations);
  const unsafe = violations.find(({ kind }) => kind === 'safety');
  if (unsafe !== undefined) return `violation:${unsafe.oracle}`;
  if (violations.length > 0) return 'liveness';
  return oracles.some(({ checks }) => checks > 0) ? 'pass' : 'unknown';
}

/** Reports what broke in nodes as violations: a bug of ours fails the run like a wrong ledger. */
export function nodeFailureReport({ failures, trace }: World): OracleReport {
  return {
    name: 'nodes-do-not-break',
    checks: trace.steps(),
    violations: failures.map(
      ({ node, at, failure }): Violation => ({
        oracle: 'nodes-do-not-break',
        kind: 'safety',
        at,
        message: `${node} stopped: ${failure instanceof Error ? failure.message : String(failure)}`,
        facts: {
          node,
          failure: failure instanceof Error ? (failure.stack ?? failure.name) : String(failure),
        },
      }),
    ),
  };
}

/**
 * Reports honest clients that wait for an answer, operations that never settled although they had
 * to, and a run without end.
 */
export function livenessReport(world: World, scenario: Scenario, ending: Ending): OracleReport {
  const honest = world.workloads.filter((workload) => !equivocates(workload));
  const messages = [
    ...(ending === 'events' ? [`no end after ${scenario.limits.events} events`] : []),
    ...honest.flatMap((workload) => waiting(workload, ending)),
    ...(mustSettle(world, scenario) ? honest.flatMap(unsettled) : []),
  ];
  return {
    name: 'liveness-honest',
    checks: honest.reduce((count, workload) => count + workload.operations().length, 0),
    violations: messages.map(
      (message): Violation => ({
        oracle: 'liveness-honest',
        kind: 'liveness',
        at: world.clock.now() - world.start,
        message,
        facts: { ending },
      }),
    ),
  };
}

function waiting({ client, isDone, waitsFor }: Workload, ending: Ending): readonly string[] {
  if (isDone()) return [];
  const [label] = waitsFor();
  if (label !== undefined) {
    return [`${client} waits for the ${label.kind} ${label.name}, which nobody has created`];
  }
  return [
    ending === 'rest'
      ? `${client} waits for an answer that cannot come`
      : `${client} has no answer at the limit`,
  ];
}

// A refusal says what is wrong with a transaction; that no quorum came together does not.
function unsettled({ client, isDone, operations }: Workload): readonly string[] {
  if (!isDone()) return [];
  return operations().flatMap(({ summary, outcome, reason }) =>
    outcome === 'unknown' || reason === 'QuorumUnreachable'
      ? [`${client} ${summary}: never settled (${reason})`]
      : [],
  );
}

// The invariant holds once at most f validators are faulty and the network is up; where messages
// are lost, repetition ends some time and can end too early.
function mustSettle({ validators }: World, { network }: Scenario): boolean {
  const down = validators.filter(({ node }) => node.status() !== 'active').length;
  const isLossless = [network.default, ...network.links].every(({ drop }) => drop === 0);
  return down <= faultyMax(validators.length) && isLossless;
}
