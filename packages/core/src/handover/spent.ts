import type { Address } from '@quorate/protocol';
import { committeeOf } from '../committee.ts';
import { epochOf, type ValidatorState } from '../validator/state.ts';

/**
 * Tells whether the key of a seat has served its purpose, so that it is to be destroyed (rule C9): its
 * epoch has ended, the validator has fixed its snapshot of it and merges nothing more, and a quorum of
 * the next committee has merged.
 *
 * A key that never had a seat is not spent. Whoever destroys it waits until what the validator has
 * written by then is durable.
 */
export function isSpent(state: ValidatorState, key: Address): boolean {
  const seated = committeeOf(state.committees, key);
  if (seated === undefined) return false;
  const { served, isFrozen, merge, pushes } = state.handover;
  const { epoch } = seated;
  const isFixed = served > epoch || (served === epoch && isFrozen);
  if (!isFixed || merge !== undefined) return false;
  // A second change is signed by a quorum that has merged after the first.
  return epochOf(state) > epoch + 1 || !pushes.some((push) => push.epoch === epoch + 1);
}
