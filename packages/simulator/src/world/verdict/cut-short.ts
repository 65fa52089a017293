import { formatDuration } from '@quorate/network';
import { counted } from '@quorate/protocol';
import { isTimeUp, type StoppedRun } from './calm.ts';

/**
 * Says which limit ended a run before its users were done, and how far they were. A run that needs
 * more time fails like one that would never end.
 */
export function cutShort({ world, scenario, ending }: StoppedRun): { readonly limit?: string } {
  const limit = limitOf({ world, scenario, ending });
  if (limit === undefined || world.workloads.every((workload) => workload.isDone())) return {};
  const progress = world.workloads.map((workload) => workload.progress());
  const done = progress.reduce((sum, each) => sum + each.done, 0);
  const all = progress.reduce((sum, each) => sum + each.all, 0);
  return {
    limit: `${limit} was reached with ${done} of ${counted(all, 'step')} of the workload done`,
  };
}

function limitOf(run: StoppedRun): string | undefined {
  const { limits } = run.scenario;
  if (run.ending === 'events') return `limits.events, ${limits.events},`;
  return isTimeUp(run) ? `limits.simTime, ${formatDuration(limits.simTime)},` : undefined;
}
