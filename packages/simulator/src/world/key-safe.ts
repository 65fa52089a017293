import type { Keyring, ValidatorRules, ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';

/** The keys of an operator that destroys each key once it has done its work (rule C9). */
export interface KeySafe extends Keyring {
  /**
   * Destroys the keys that are no longer needed at this state, once everything written is durable.
   */
  sweep(state: ValidatorState): void;
}

/**
 * Puts all keys of an operator into a safe; `isDurable` tells whether its disk has everything
 * written.
 */
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
