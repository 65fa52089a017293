import type { NodeStatus } from '@quorate/actors';
import { AdminError, notUp, notUpInTime } from '../admin/admin-error.ts';
import { inTime } from '../in-time.ts';
import { UP_WITHIN_MILLIS } from '../patience.ts';

/** How the process of a validator comes up that was started last. */
export interface Rise {
  /** Follows a process from its start; gives what it was given. */
  follow<T>(begun: Promise<T>): Promise<T>;
  /** Follows one whose trouble is told when it is heard, and its end when it comes; none once it was ended. */
  attempt(begin: () => Promise<unknown>): void;
  /** Has no process start any more. */
  end(): void;
  /** Resolves once it serves. @throws AdminError where it does not, or not in time */
  up(): Promise<void>;
}

/** How many processes are started to put a validator back, before whoever asked for it is told. */
const TRIES = 3;

/** Creates the rise of a validator that has no process yet. */
export function createRise(name: string, serves: () => boolean): Rise {
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;

  function follow<T>(begun: Promise<T>): Promise<T> {
    last = begun;
    return begun;
  }

  return {
    follow,
    attempt(begin) {
      const begun = isOver ? Promise.reject(new Error(`${name} was stopped`)) : begin();
      follow(begun).catch(() => undefined);
    },
    end() {
      isOver = true;
    },
    async up() {
      const ended = last.then(
        () => 'it was taken down meanwhile',
        (failure: unknown) => (failure instanceof Error ? failure.message : `${failure}`),
      );
      const reason = await inTime(ended, performance.now() + UP_WITHIN_MILLIS);
      if (serves()) return;
      throw reason === undefined ? notUpInTime(name) : notUp(name, reason);
    },
  };
}

/**
 * Starts a validator, and again where its process ends before it serves: whoever puts it back would have
 * to do the same. Resolves once it serves.
 *
 * @throws AdminError where it does not, or was taken down meanwhile
 */
export async function riseAgain(
  { up }: Rise,
  begin: () => void,
  status: () => NodeStatus,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    begin();
    try {
      return await up();
    } catch (failure) {
      const isStarted = status() === 'booting' || status() === 'active';
      // Somebody else has, meanwhile.
      if (isStarted && !isLate(failure)) return up();
      if (status() !== 'failed' || tries === TRIES) throw failure;
    }
  }
}

function isLate(failure: unknown): boolean {
  return failure instanceof AdminError && failure.code === 'TIMEOUT';
}
