import { parseDuration } from '@quorate/network';
import type { OperationReport } from '../run-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { wholeFrom } from './calm.ts';
import { isPrompt } from './pace.ts';

/** How long anything may take once all is well: a few attempts, each of them to its deadline. */
const PATIENCE = parseDuration('120 s');

/**
 * Says what came to its end too late: whoever waits for minutes where all is well has been helped by luck,
 * such as a user who tries again, and not by who should have.
 */
export function tookTooLong(
  operations: readonly OperationReport[],
  scenario: Pick<Scenario, 'phases' | 'faults' | 'network' | 'cluster'>,
): readonly string[] {
  // Over slow links and disks anything may take any time.
  if (!isPrompt(scenario)) return [];
  const whole = wholeFrom(scenario);
  return operations.flatMap(({ client, summary, startedAt, endedAt }, index) => {
    // A client does one thing at a time.
    const free = operations[index - 1]?.endedAt ?? startedAt;
    const from = [startedAt, free].reduce((latest, at) => (at > latest ? at : latest), whole);
    const took = endedAt - from;
    return took > PATIENCE
      ? [`${client} ${summary}: took ${took / 1_000_000_000n} s when all was well`]
      : [];
  });
}
