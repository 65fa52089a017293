import type { Clock } from '@quorate/actors';
import { isSpent, type ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import type { KeyChain } from './key-chain.ts';

/** How many nanoseconds after a step it looks for useless keys: nothing waits for that. */
const PAUSE = 1_000_000_000n;

/** Destroys keys that have served their purpose (rule C9). */
export interface Sweeper {
  /** Looks, shortly afterwards, for keys that this state no longer needs. */
  sweep(state: ValidatorState): void;
  /** Sets the store of the validator, which must have flushed whatever a key was used for. */
  use(store: Store<unknown>): void;
  /** Forgets what it has seen, also during a flush: the store is being put back. */
  forget(): void;
  /** Stops it, before the store is closed. */
  close(): void;
}

/** What a sweeper works on. */
export interface SweeperOptions {
  readonly keys: KeyChain;
  readonly clock: Clock;
  /** Told of a key that could not be destroyed, at each attempt. */
  readonly onFailure: (failure: unknown) => void;
}

/** Creates the sweeper of the keys of one validator. */
export function createSweeper({ keys, clock, onFailure }: SweeperOptions): Sweeper {
  /** How often the store was put back. */
  let era = 0;
  let latest: ValidatorState | undefined;
  let store: Store<unknown> | undefined;
  let cancel = (): void => undefined;

  function look(): void {
    const state = latest;
    latest = undefined;
    if (state === undefined) return;
    const spent = keys.held().filter((key) => isSpent(state, key));
    if (spent.length === 0) return;
    const begun = era;
    store?.flush((failure) => {
      // The node learns of a failure of its store by itself.
      if (failure === undefined && begun === era) destroyAll(spent, state);
    });
  }

  function destroyAll(spent: readonly Address[], state: ValidatorState): void {
    try {
      for (const key of spent) keys.destroy(key);
    } catch (failure) {
      onFailure(failure);
      // There may be no further step to trigger another attempt until the next change.
      sweep(latest ?? state);
    }
  }

  function sweep(state: ValidatorState): void {
    if (latest === undefined) cancel = clock.setTimer(clock.now() + PAUSE, look);
    latest = state;
  }

  function forget(): void {
    era += 1;
    cancel();
    latest = undefined;
  }

  return {
    sweep,
    use(given) {
      store = given;
    },
    forget,
    close: forget,
  };
}
