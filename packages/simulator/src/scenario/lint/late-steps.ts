import type { Problem } from '../diagnostic.ts';
import type { Scenario, WorkloadEntry } from '../scenario.ts';
import { advice } from './piece-of-advice.ts';

/** Finds entries that begin, and waits that end, only after the run. */
export function lateSteps({ workload, limits, swarm }: Scenario): readonly Problem[] {
  // A drawn run may have more time.
  if (swarm !== undefined) return [];
  return workload.flatMap((entry, index) => lateIn(entry, index, limits.simTime));
}

function lateIn({ start, steps }: WorkloadEntry, entry: number, end: bigint): readonly Problem[] {
  const run = 'limits.simTime, at which the run ends';
  if (start >= end) {
    return [advice(['workload', entry, 'start'], `the entry does not begin before ${run}`)];
  }
  let soonest = start;
  for (const [index, step] of steps.entries()) {
    if (step.op !== 'wait') continue;
    soonest += step.duration;
    if (soonest < end) continue;
    return [
      advice(['workload', entry, 'steps', index, 'for'], `the wait is not over before ${run}`),
    ];
  }
  return [];
}
