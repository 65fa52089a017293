import { formatDuration } from '@quorate/network';
import { rawOfEnds } from '../network/link-ends.ts';
import type { RawNetwork } from '../network/network-format.ts';
import type { ScenarioNetwork } from '../network/scenario-network.ts';
import type { RawSchedule, Schedule } from '../network/schedule.ts';
import { rawOfLink } from './raw-of-link.ts';

/** Gives a network as a file states it; the inverse of `buildNetwork`. */
export function rawOfNetwork({ default: base, links, schedule }: ScenarioNetwork): RawNetwork {
  return {
    default: rawOfLink(base),
    ...(links.length === 0
      ? {}
      : { links: links.map((link) => ({ ...rawOfEnds(link), ...rawOfLink(link) })) }),
    schedule: rawOfSchedule(schedule),
  };
}

function rawOfSchedule(schedule: Schedule): RawSchedule {
  if (typeof schedule === 'string') return schedule;
  const { kind, depth, window, events } = schedule;
  const range = events === undefined ? {} : { events };
  return { kind, depth, window: formatDuration(window), ...range };
}
