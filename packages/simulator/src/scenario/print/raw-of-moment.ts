import { formatDuration } from '@quorate/network';
import type { Moment, Point, RawMoment, RawPoint } from '../faults/moment.ts';

/** Gives a moment as a file states it; the inverse of `buildMoment`. */
export function rawOfMoment(moment: Moment): RawMoment {
  switch (moment.kind) {
    case 'time':
      return { at: formatDuration(moment.at) };
    case 'events':
      return { at: { events: moment.count } };
    case 'trigger':
      return { when: rawOfPoint(moment) };
  }
}

/** Gives a point as a file states it; the inverse of `buildPoint`. */
export function rawOfPoint({ node, after, count }: Point): RawPoint {
  return { node, after, count };
}
