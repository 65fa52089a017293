import type { End } from '@quorate/actors';
import type { Span } from '../../scenario/faults/span.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import type { Moments } from '../moments.ts';

/** Runs `end` once a span that begins now is over: never, where that is when the run heals. */
export type WhenOver = (span: Span, end: End) => void;

/** Lets what lasts end in its time, in an event of its own: a point is reached within a step of some node. */
export function createEnds(clock: VirtualClock, moments: Pick<Moments, 'next'>): WhenOver {
  return ({ for: length, until }, end) => {
    if (until !== undefined) moments.next(until, () => clock.interrupt(clock.now(), end));
    if (length !== undefined) clock.interrupt(clock.now() + length, end);
  };
}
