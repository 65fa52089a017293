import type { WorkloadEntry } from '../scenario/scenario.ts';
import type { WorkloadStep } from '../scenario/steps/step.ts';

/** Makes the only workload entry of a client that is added to a drawn scenario. */
export function entryOf(
  client: string,
  start: bigint,
  steps: readonly WorkloadStep[],
): WorkloadEntry {
  return { id: `of-${client}`, client, start, steps };
}
