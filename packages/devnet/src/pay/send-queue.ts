import { busy } from './pay-error.ts';

/** Lets one send at a time happen, in the order they were asked for. */
export interface SendQueue {
  /**
   * Carries a send out when its turn has come.
   *
   * @throws PayError `BUSY` where there is no room, or its turn does not come before the deadline: then
   * it never happens
   */
  take<T>(act: () => Promise<T>, deadline: number): Promise<T>;
}

/**
 * Creates an empty queue, with room for so many that wait.
 *
 * Who was told that a send did not happen asks again, so it must not happen after all: what waits
 * here was handed to nobody yet, and can be given up.
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
