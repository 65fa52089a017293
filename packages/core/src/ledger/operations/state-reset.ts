import { cellKey } from '../ledger.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';

/** Sets a state cell of the sender without naming its previous state. Source: ledger.md section 5. */
export const stateReset: OperationRules<OperationOf<'StateReset'>> = {
  validate: ({ key }, scratch, context) =>
    scratch.get('cell', cellKey(context.transaction.sender, key)) === undefined
      ? notSubmittable(context, `the cell ${key} does not exist`)
      : undefined,
  apply: ({ key, resetState }, scratch, { transaction }) => {
    scratch.put('cell', cellKey(transaction.sender, key), resetState);
  },
};
