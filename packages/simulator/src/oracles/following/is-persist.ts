import type { Effect, Persist } from '@quorate/core';

/** Tells whether an effect of a step is a write. */
export function isPersist(effect: Effect<unknown>): effect is Persist {
  return effect.type === 'Persist';
}
