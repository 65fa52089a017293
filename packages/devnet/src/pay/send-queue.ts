import { busy } from './pay-error.ts';

/** Carries out one payment at a time, in the order of the requests. */
export interface SendQueue {
  /**
   * Carries out a payment when its turn comes.
   *
   * @throws PayError `BUSY` if there is no room or if its turn does not come before the deadline:
   * then it never happens
   */
  take<T>(act: () => Promise<T>, deadline: number): Promise<T>;
}

/**
 * Creates an empty queue with room for this many waiting payments.
 *
 * A caller that was told that a payment did not happen asks again, so it must not happen later. A
 * payment that waits here has not been handed to a client yet, so it can be given up.
 */
export function createSendQueue(room: number): SendQueue {
  const waiting = new Set<() => void>();
  let isBusy = false;

  function turn(deadline: number): Promise<void> {
    if (!isBusy) {
      isBusy = true;
      return Promise.resolve();
    }
    if (waiting.size >= room) throw busy('too many payments wait already');
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(busy('those before it took too long'));
      }, deadline - performance.now());
      waiting.add(begin);
    });
  }

  function endTurn(): void {
    const [next] = waiting;
    if (next === undefined) isBusy = false;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async take(act, deadline) {
      await turn(deadline);
      try {
        return await act();
      } finally {
        endTurn();
      }
    },
  };
}
