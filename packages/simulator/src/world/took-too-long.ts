import { type Distribution, parseDuration } from '@quorate/network';
import type { OperationReport } from '../run-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { wholeFrom } from './calm.ts';

/** How long anything may take once all is well: a few attempts, each of them to its deadline. */
const PATIENCE = parseDuration('120 s');

/** Over links and disks that take longer than this, anything may take any time. */
const PROMPT = parseDuration('1 s');

/**
 * Says what came to its end too late: whoever waits for minutes where all is well has been helped by luck,
 * such as a user who tries again, and not by who should have.
 */
export function tookTooLong(
  operations: readonly OperationReport[],
  scenario: Pick<Scenario, 'phases' | 'faults' | 'network' | 'cluster'>,
): readonly string[] {
  if (!isPrompt(scenario)) return [];
  const whole = wholeFrom(scenario);
  return operations.flatMap(({ client, summary, startedAt, endedAt }) => {
    const took = endedAt - (startedAt > whole ? startedAt : whole);
    return took > PATIENCE
      ? [`${client} ${summary}: took ${took / 1_000_000_000n} s when all was well`]
      : [];
  });
}

function isPrompt({ network, cluster }: Pick<Scenario, 'network' | 'cluster'>): boolean {
  const { flush } = cluster.disk;
  const delays = [network.default, ...network.links].map(({ delay }) => delay);
  return [...delays, flush].every((each) => each === undefined || usual(each) <= PROMPT);
}

function usual(distribution: Distribution): bigint {
  switch (distribution.kind) {
    case 'const':
    case 'exp':
      return distribution.mean;
    case 'uniform':
      return distribution.max;
    case 'lognormal':
      return distribution.p99;
    case 'pareto':
      return 10n * distribution.min;
  }
}
