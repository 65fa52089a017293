import type { Address } from '@quorate/protocol';
import { committeeOf } from '../committee.ts';
import { epochOf, type ValidatorState } from '../validator/state.ts';

/**
 * Tells whether a validator key has done its work and must be destroyed (rule C9): its epoch has
 * ended, the validator has fixed its snapshot and is not merging, and a quorum of the next
 * committee has merged.
 *
 * A key that never had a seat is not spent. The caller destroys the key only once everything that
 * the validator has written so far is durable.
 */
export function isSpent(state: ValidatorState, key: Address): boolean {
  const seated = committeeOf(state.committees, key);
  if (seated === undefined) return false;
  const { served, isFrozen, merge, pushes } = state.handover;
  const { epoch } = seated;
  const isFixed = served > epoch || (served === epoch && isFrozen);
  if (!isFixed || merge !== undefined) return false;
  // After a second change it is certain: a quorum that had merged after the first one signed it.
  return epochOf(state) > epoch + 1 || !pushes.some((push) => push.epoch === epoch + 1);
}
