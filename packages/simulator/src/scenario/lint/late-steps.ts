import { formatDuration } from '@quorate/network';
import { likelyTime } from '../../world/pace.ts';
import type { Problem } from '../diagnostic.ts';
import type { Scenario, WorkloadEntry } from '../scenario.ts';
import { advice } from './piece-of-advice.ts';

/**
 * Finds entries that begin, and waits that end, only after the run; and a default link so slow that
 * answers may come only then.
 */
export function lateSteps(scenario: Scenario): readonly Problem[] {
  const { workload, limits, swarm } = scenario;
  // A drawn run may have more time.
  if (swarm !== undefined) return [];
  return [
    ...workload.flatMap((entry, index) => lateIn(entry, index, limits.simTime)),
    ...lateAnswers(scenario),
  ];
}

/** The messages before a success: to a proxy, to validators and back, twice, and to the client. */
const BEFORE_SUCCESS = 6n;

function lateAnswers({ workload, network, limits }: Scenario): readonly Problem[] {
  const takes = likelyTime(network.default);
  if (workload.length === 0 || BEFORE_SUCCESS * takes < limits.simTime) return [];
  const message = `a success may come after limits.simTime, at which the run ends: it needs ${BEFORE_SUCCESS} messages, each of which may well take ${formatDuration(takes)}; state more than ${formatDuration(BEFORE_SUCCESS * takes)}`;
  return [advice(['network', 'default'], message)];
}

function lateIn({ start, steps }: WorkloadEntry, entry: number, end: bigint): readonly Problem[] {
  const run = 'limits.simTime, at which the run ends';
  if (start >= end) {
    return [advice(['workload', entry, 'start'], `the entry does not begin before ${run}`)];
  }
  let soonest = start;
  for (const [index, step] of steps.entries()) {
    if (step.op !== 'wait') continue;
    soonest += step.for;
    if (soonest < end) continue;
    return [
      advice(['workload', entry, 'steps', index, 'for'], `the wait is not over before ${run}`),
    ];
  }
  return [];
}
