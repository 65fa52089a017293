import { rawInteger } from './print/raw-values.ts';
import type { RawInteger } from './raw-step.ts';
import { amount, node, object } from './schema-shapes.ts';

/** Describe what every transaction costs (rule V7). */
export interface ScenarioFees {
  /** Native tokens, in least units. */
  readonly amount: bigint;
  /** Who is credited: a client or an account. */
  readonly account: string;
  /** What else it may be paid in; nothing when absent. */
  readonly token?: ScenarioFeeToken;
}

/**
 * Name a token that there is not yet at genesis: that which the first operation of a client's first transaction
 * creates. Its id follows from the two.
 */
interface ScenarioFeeToken {
  readonly of: string;
  /** Least units of it. */
  readonly amount: bigint;
  /** Whether un-versioned transactions, which name no token, are paid for in this one. */
  readonly isDefault: boolean;
}

/** Hold what a file states of it. */
export interface RawFees {
  readonly amount: RawInteger;
  readonly account: string;
  readonly token?: {
    readonly of: string;
    readonly amount: RawInteger;
    readonly default?: boolean;
  };
}

/** Describe the fees to editors and to the loader. */
export const feesSchema = object(
  'What a transaction costs; committee operations and escrow terms are free, and without it everything is.',
  {
    amount: amount('Native tokens for each transaction, in least units.'),
    account: node('The client or account that gets them.'),
    'token?': object('Another token that fees may be paid in; none by default.', {
      of: node('The client whose first transaction creates it, by its first operation.'),
      amount: amount('How much of it a transaction costs, in least units.'),
      'default?': {
        title: 'true or false',
        description: 'Whether un-versioned transactions are paid for in it; false by default.',
        type: 'boolean',
      },
    }),
  },
);

/** Convert checked fees. */
export function buildFees({ amount: cost, account, token }: RawFees): ScenarioFees {
  const native = { amount: BigInt(cost), account };
  if (token === undefined) return native;
  const { of, amount: other, default: isDefault = false } = token;
  return { ...native, token: { of, amount: BigInt(other), isDefault } };
}

/** Give what a file would state of fees. */
export function rawOfFees({ amount: cost, account, token }: ScenarioFees): RawFees {
  const native = { amount: rawInteger(cost), account };
  if (token === undefined) return native;
  const { of, amount: other, isDefault } = token;
  return {
    ...native,
    token: { of, amount: rawInteger(other), ...(isDefault ? { default: true } : {}) },
  };
}
