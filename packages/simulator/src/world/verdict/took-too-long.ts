import { parseDuration } from '@quorate/network';
import type { OperationReport } from '../../run-result.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { isPrompt } from '../pace.ts';
import { wholeFrom } from './whole-from.ts';

/** The longest time for anything without faults: a few attempts, each up to its deadline. */
export const PATIENCE = parseDuration('120 s');

/**
 * Lists what ended too late. Something that takes minutes without faults was finished by luck, for
 * example because a user tried again, and not by the node that should have finished it.
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
