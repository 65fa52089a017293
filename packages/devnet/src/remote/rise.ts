import { AdminError } from '../admin/admin-error.ts';
import { inTime } from '../in-time.ts';

/** How the process of a validator comes up that was started last. */
export interface Rise {
  /** Follows a process from its start; gives what it was given. */
  follow<T>(begun: Promise<T>): Promise<T>;
  /** Resolves once it serves. @throws AdminError where it does not, or not in time */
  up(): Promise<void>;
}

/** Milliseconds that a process has to come up: it reads all that it holds. */
const UP_WITHIN = 30_000;

/** Creates the rise of a validator that has no process yet. */
export function createRise(name: string, serves: () => boolean): Rise {
  let last: Promise<unknown> = Promise.resolve();
  return {
    follow(begun) {
      last = begun;
      return begun;
    },
    async up() {
      const ended = last.then(
        () => 'it was taken down meanwhile',
        (failure: unknown) => (failure instanceof Error ? failure.message : `${failure}`),
      );
      const reason = await inTime(ended, performance.now() + UP_WITHIN);
      if (serves()) return;
      if (reason !== undefined) {
        throw new AdminError(400, 'NODE_DOWN', `${name} did not come up: ${reason}`);
      }
      throw new AdminError(408, 'TIMEOUT', `${name}: not up after ${UP_WITHIN} ms`);
    },
  };
}
