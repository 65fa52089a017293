import type { Clock, Node } from '@quorate/actors';
import { StoreError } from '@quorate/storage';

/** Nanoseconds between a failure and the next attempt: a full disk is seldom emptied sooner. */
const PAUSE = 2_000_000_000n;

/**
 * Starts a node again that stopped because of its store, where another attempt can help: once there
 * is room on the disk, it goes on by itself. Gives what is to hear of each failure.
 */
export function createRevival(
  clock: Clock,
  nodeOf: () => Node<unknown>,
): (failure: unknown) => void {
  return (failure) => {
    if (!(failure instanceof StoreError) || !failure.retryable) return;
    clock.setTimer(clock.now() + PAUSE, () => {
      const node = nodeOf();
      // Somebody may have started it, or taken it down for good, meanwhile.
      if (node.status() === 'failed') node.start();
    });
  };
}
