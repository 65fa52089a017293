import type { Clock } from '@quorate/actors';
import { isSpent, type ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import type { KeyChain } from './key-chain.ts';

/** Nanoseconds between a step and the look at what it leaves useless: nothing waits for that. */
const PAUSE = 1_000_000_000n;

/** Destroys keys that have served their purpose (rule C9). */
export interface Sweeper {
  /** Looks, a moment later, at what this state leaves useless. */
  sweep(state: ValidatorState): void;
  /** Takes the store of the validator, which has to have flushed what a key was for. */
  use(store: Store<unknown>): void;
  /** Makes nothing of what it has seen, also where a flush is under way: the store is put back. */
  forget(): void;
  /** Ends it, before the store is closed. */
  close(): void;
}

/** What a sweeper works on. */
export interface SweeperOptions {
  readonly keys: KeyChain;
  readonly clock: Clock;
  /** Hears of a key that could not be destroyed, each time that this is tried. */
  readonly onFailure: (failure: unknown) => void;
}

/** Creates the sweeper of the keys of one validator. */
export function createSweeper({ keys, clock, onFailure }: SweeperOptions): Sweeper {
  /** Counts how often its store was put back. */
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
      // The node hears of a failure of its store by itself.
      if (failure === undefined && begun === era) destroyAll(spent, state);
    });
  }

  function destroyAll(spent: readonly Address[], state: ValidatorState): void {
    try {
      for (const key of spent) keys.destroy(key);
    } catch (failure) {
      onFailure(failure);
      // No step may call for it any more until the next change.
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
