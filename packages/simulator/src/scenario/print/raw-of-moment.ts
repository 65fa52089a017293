import { formatDuration } from '@quorate/network';
import type { Moment, RawMoment } from '../faults/moment.ts';

/** Gives what a file would state of a moment; the inverse of `buildMoment`. */
export function rawOfMoment(moment: Moment): RawMoment {
  switch (moment.kind) {
    case 'time':
      return { at: formatDuration(moment.at) };
    case 'events':
      return { at: { events: moment.count } };
    case 'trigger': {
      const { node, after, count } = moment;
      return { when: { node, after, count } };
    }
  }
}
