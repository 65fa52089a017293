import type { Effect } from '../effect.ts';
import { applyChanges } from '../ledger/ledger.ts';
import { ledgerChanges } from './recover.ts';
import { type ValidatorState, withLedger } from './state.ts';

/**
 * Gives the state after a step from the state before it and the effects of the step, without
 * running the step again. This works because memory holds no record that the store does not. Gives
 * `before` itself when no record changed.
 */
export function followStep(
  before: ValidatorState,
  effects: readonly Effect<unknown>[],
): ValidatorState {
  const changes = ledgerChanges(
    effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : [])),
  );
  if (changes.length === 0) return before;
  return withLedger(before, applyChanges(before.ledger, changes));
}
