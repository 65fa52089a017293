import { cellKey } from '../ledger.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';

/**
 * Moves a state cell of the sender from its previous state to the next.
 *
 * The transaction that proves the step is recorded but not looked up, because admission must not
 * depend on another account's certificates. Source: ledger.md section 5; facts.md O3.24.
 */
export const stateUpdate: OperationRules<OperationOf<'StateUpdate'>> = {
  validate: ({ key, previousState }, scratch, context) => {
    const state = scratch.get('cell', cellKey(context.transaction.sender, key));
    if (state === undefined) return notSubmittable(context, `the cell ${key} does not exist`);
    return state === previousState
      ? undefined
      : notSubmittable(context, `the cell ${key} holds ${state}, not ${previousState}`);
  },
  apply: ({ key, nextState }, scratch, { transaction }) => {
    scratch.put('cell', cellKey(transaction.sender, key), nextState);
  },
};
