import type { Effect } from '../effect.ts';
import { applyChanges } from '../ledger/ledger.ts';
import { PRUNED_KEY } from '../store-keys.ts';
import type { PrunedUpTo } from './pruning.ts';
import { ledgerChanges } from './recover.ts';
import { type ValidatorState, withLedger, withPruning } from './state.ts';

/**
 * Gives the state after a step from the state before it and the effects of the step, without
 * running the step again. This works because memory holds no record that the store does not. Gives
 * `before` itself when no record changed.
 *
 * Of pruning it follows how far that has come, not whether a round is under way.
 */
export function followStep(
  before: ValidatorState,
  effects: readonly Effect<unknown>[],
): ValidatorState {
  const writes = effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
  const changes = ledgerChanges(writes);
  const after =
    changes.length === 0 ? before : withLedger(before, applyChanges(before.ledger, changes));
  const progress = writes.find(({ key }) => key === PRUNED_KEY);
  if (progress === undefined || after.pruning === undefined) return after;
  const { next } = progress.value as PrunedUpTo;
  return withPruning(after, { ...after.pruning, next });
}
