import { PayError } from './pay-error.ts';

/** Lets one send at a time happen, in the order they were asked for. */
export interface SendQueue {
  /**
   * Carries a send out when its turn has come.
   *
   * @throws PayError `BUSY` where there is no room, or its turn does not come in time: then it never
   * happens
   */
  take<T>(act: () => Promise<T>): Promise<T>;
}

/** Bounds a queue. */
export interface SendQueueOptions {
  /** How many may wait. */
  readonly room: number;
  /** Milliseconds that one may wait. */
  readonly patience: number;
}

/**
 * Creates an empty queue.
 *
 * Who was told that a send did not happen asks again, so it must not happen after all: what waits
 * here was handed to nobody yet, and can be given up.
 */
export function createSendQueue({ room, patience }: SendQueueOptions): SendQueue {
  const waiting = new Set<() => void>();
  let isBusy = false;

  function turn(): Promise<void> {
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
      }, patience);
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
    async take(act) {
      await turn();
      try {
        return await act();
      } finally {
        endTurn();
      }
    },
  };
}

/** Refuses a send that was not tried. */
export function busy(reason: string): PayError {
  return new PayError(503, `Not sent: ${reason}. Nothing of it will happen; ask again.`, 'BUSY');
}
