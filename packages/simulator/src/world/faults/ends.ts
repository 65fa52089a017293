import type { End } from '@quorate/actors';
import type { Span } from '../../scenario/faults/span.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import type { Moments } from '../moments.ts';

/** Runs `end` when a span that begins now is over; never, if it lasts until the run heals. */
export type WhenOver = (span: Span, end: End) => void;

/**
 * Creates the function that ends spans. It uses an event of its own, because a point is reached
 * inside a step of some node.
 */
export function createEnds(clock: VirtualClock, moments: Pick<Moments, 'next'>): WhenOver {
  return ({ for: length, until }, end) => {
    if (until !== undefined) moments.next(until, () => clock.interrupt(clock.now(), end));
    if (length !== undefined) clock.interrupt(clock.now() + length, end);
  };
}
