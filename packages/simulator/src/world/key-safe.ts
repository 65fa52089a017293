import type { Keyring, ValidatorRules, ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';

/** The keys of an operator that destroys each one which has served its purpose (rule C9). */
export interface KeySafe extends Keyring {
  /** Destroys what is of no more use where a validator stands, once all that it has written is durable. */
  sweep(state: ValidatorState): void;
}

/** Puts all keys of an operator into a safe; `isDurable` tells whether its disk has all that was written. */
export function createKeySafe(
  keys: Keyring,
  { isSpent }: Pick<ValidatorRules['handover'], 'isSpent'>,
  isDurable: () => boolean,
): KeySafe {
  const destroyed = new Set<Address>();
  const held: Keyring = { find: (key) => (destroyed.has(key) ? undefined : keys.find(key)) };
  return {
    ...held,
    sweep(state) {
      for (const { members } of state.committees.slice(0, -1)) {
        const seat = members.find(({ validator }) => held.find(validator.address) !== undefined);
        if (seat === undefined || !isSpent(state, seat.validator.address)) continue;
        if (isDurable()) destroyed.add(seat.validator.address);
      }
    },
  };
}
