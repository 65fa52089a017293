import type { Clock } from '@quorate/actors';
import { isSpent, type ValidatorState } from '@quorate/core';
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
  /** Ends it, before the store is closed. */
  close(): void;
}

/** Creates the sweeper of the keys of one validator. */
export function createSweeper(keys: KeyChain, clock: Clock): Sweeper {
  let latest: ValidatorState | undefined;
  let store: Store<unknown> | undefined;
  let cancel = (): void => undefined;

  function look(): void {
    const state = latest;
    latest = undefined;
    if (state === undefined) return;
    const spent = keys.held().filter((key) => isSpent(state, key));
    if (spent.length === 0) return;
    store?.flush((failure) => {
      if (failure === undefined) for (const key of spent) keys.destroy(key);
    });
  }

  return {
    sweep(state) {
      if (latest === undefined) cancel = clock.setTimer(clock.now() + PAUSE, look);
      latest = state;
    },
    use(given) {
      store = given;
    },
    close: () => cancel(),
  };
}
