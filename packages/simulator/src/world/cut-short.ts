import { formatDuration } from '@quorate/network';
import type { StoppedRun } from './calm.ts';

/**
 * Says which limit ended a run while users had still something to do, and how far they were: a run that
 * needs more time fails like one that would never have ended.
 */
export function cutShort({ world, scenario, ending }: StoppedRun): { readonly limit?: string } {
  const limit = limitOf({ world, scenario, ending });
  if (limit === undefined || world.workloads.every((workload) => workload.isDone())) return {};
  const progress = world.workloads.map((workload) => workload.progress());
  const done = progress.reduce((sum, each) => sum + each.done, 0);
  const all = progress.reduce((sum, each) => sum + each.all, 0);
  return { limit: `${limit} was reached with ${done} of ${all} steps of the workload done` };
}

function limitOf({ world, scenario: { limits }, ending }: StoppedRun): string | undefined {
  if (ending === 'events') return `limits.events, ${limits.events},`;
  const next = world.clock.nextAfter();
  // Whoever watches a run may end it earlier, and that is no limit of the scenario.
  const isOver = next !== undefined && next > limits.simTime;
  return ending === 'time' && isOver
    ? `limits.simTime, ${formatDuration(limits.simTime)},`
    : undefined;
}
