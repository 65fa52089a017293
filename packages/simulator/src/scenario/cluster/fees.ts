import { amount, flag, mapping, named, node, unless, type ValueOf } from '../forms.ts';

/** The form of the fees. */
export const feesForm = mapping(
  'What a transaction costs; committee operations and escrow terms are free, and without it everything is.',
  {
    amount: amount('Native tokens for each transaction, in least units.'),
    account: node('The client or account that gets them.'),
    // It does not exist yet at genesis: its id follows from client and transaction.
    'token?': mapping('Another token that fees may be paid in; none by default.', {
      of: node('The client whose first transaction creates it, by its first operation.'),
      amount: amount('How much of it a transaction costs, in least units.'),
      isDefault: named(
        'default',
        unless(
          flag('Whether un-versioned transactions are paid for in it; false by default.'),
          false,
        ),
      ),
    }),
  },
);

/** What every transaction costs (rule V7). */
export type ScenarioFees = ValueOf<typeof feesForm>;
