import { cellKey } from '../ledger.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';

/** Creates a state cell of the sender. Source: ledger.md section 5. */
export const stateInitialization: OperationRules<OperationOf<'StateInitialization'>> = {
  validate: ({ key }, scratch, context) =>
    scratch.get('cell', cellKey(context.transaction.sender, key)) === undefined
      ? undefined
      : notSubmittable(context, `the cell ${key} exists already`),
  apply: ({ key, initialState }, scratch, { transaction }) => {
    scratch.put('cell', cellKey(transaction.sender, key), initialState);
  },
};
