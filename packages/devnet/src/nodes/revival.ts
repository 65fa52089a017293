import type { Clock, Node } from '@quorate/actors';
import { StoreError } from '@quorate/storage';

/** In nanoseconds between a failure and the next attempt: a full disk is seldom freed sooner. */
const PAUSE = 2_000_000_000n;

/**
 * Restarts a node that stopped because of its store, if another attempt can help: once the disk has
 * room again, the node goes on by itself. Returns the function to call with each failure.
 */
export function createRevival(
  clock: Clock,
  nodeOf: () => Node<unknown>,
): (failure: unknown) => void {
  return (failure) => {
    if (!(failure instanceof StoreError) || !failure.retryable) return;
    clock.setTimer(clock.now() + PAUSE, () => {
      const node = nodeOf();
      // It may have been started, or stopped for good, meanwhile.
      if (node.status() === 'failed') node.start();
    });
  };
}
