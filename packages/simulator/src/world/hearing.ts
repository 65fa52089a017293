import type { Message } from '@quorate/core';
import type { NetworkEvent } from '@quorate/network';
import { isBeside } from './links.ts';
import type { Ground } from './nodes.ts';

/** The parts of a world that see all messages. */
type Ears = Pick<
  Ground,
  'timeline' | 'refusals' | 'submissions' | 'observer' | 'costs' | 'unrest' | 'watch'
>;

/** Gives the function that tells all of them of each message sent. The run began at `start`. */
export function hearing(
  { timeline, refusals, submissions, observer, costs, unrest, watch }: Ears,
  start: bigint,
): (event: NetworkEvent<Message>) => void {
  return (event) => {
    const { from, to, message, at } = event;
    timeline.sent(message, at);
    refusals.sent(message);
    submissions.sent(from, message);
    observer?.sent(event);
    if (!isBeside(from, to)) {
      costs.sent();
      unrest.sent(from, message);
    }
    watch.sent(from, message, at - start);
  };
}
