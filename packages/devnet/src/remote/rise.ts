import type { NodeStatus } from '@quorate/actors';
import { AdminError, notUp, notUpInTime } from '../admin/admin-error.ts';
import { inTime } from '../timing/in-time.ts';
import { UP_WITHIN_MILLIS } from '../timing/patience.ts';
import { wordsOf } from '../words-of.ts';

/** How the latest process of a validator comes up. */
export interface Rise {
  /** Follows a process from its start; returns the given promise. */
  follow<T>(begun: Promise<T>): Promise<T>;
  /**
   * Starts and follows a process, whose failures are reported elsewhere; after `end` it starts
   * none.
   */
  attempt(begin: () => Promise<unknown>): void;
  /** Lets no process start any more. */
  end(): void;
  /** Resolves once it serves. @throws AdminError if it does not, or not in time */
  up(): Promise<void>;
}

/**
 * How many processes are started to put a validator back before the caller is told of the failure.
 */
const TRIES = 3;

/** Creates the rise of a validator without a process. */
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
      const ended = last.then(() => 'it was taken down meanwhile', wordsOf);
      const reason = await inTime(ended, performance.now() + UP_WITHIN_MILLIS);
      if (serves()) return;
      throw reason === undefined ? notUpInTime(name) : notUp(name, reason);
    },
  };
}

/**
 * Starts a validator, and again if its process ends before it serves: a caller that puts it back
 * would have to do the same. Resolves once it serves.
 *
 * @throws AdminError if it does not serve, or was stopped meanwhile
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
      // It has been started by somebody else meanwhile.
      if (isStarted && !isLate(failure)) return up();
      if (status() !== 'failed' || tries === TRIES) throw failure;
    }
  }
}

function isLate(failure: unknown): boolean {
  return failure instanceof AdminError && failure.code === 'TIMEOUT';
}
