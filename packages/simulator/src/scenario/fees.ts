import { rawInteger } from './print/raw-values.ts';
import type { RawInteger } from './raw.ts';
import { amount, flag, node, object } from './schema-shapes.ts';

/** What every transaction costs (rule V7). */
export interface ScenarioFees {
  /** In least units of the native token. */
  readonly amount: bigint;
  /** The client or account that is credited. */
  readonly account: string;
  /** Another token in which fees may be paid; absent means that there is none. */
  readonly token?: ScenarioFeeToken;
}

/**
 * A token that does not exist yet at genesis: the one that the first operation of a client's first
 * transaction creates. Its id follows from client and transaction.
 */
interface ScenarioFeeToken {
  readonly of: string;
  /** In least units of this token. */
  readonly amount: bigint;
  /** Whether un-versioned transactions, which name no fee token, pay their fee in this one. */
  readonly isDefault: boolean;
}

/** The fees as the file states them. */
export interface RawFees {
  readonly amount: RawInteger;
  readonly account: string;
  readonly token?: {
    readonly of: string;
    readonly amount: RawInteger;
    readonly default?: boolean;
  };
}

/** The schema of the fees, for editors and the loader. */
export const feesSchema = object(
  'What a transaction costs; committee operations and escrow terms are free, and without it everything is.',
  {
    amount: amount('Native tokens for each transaction, in least units.'),
    account: node('The client or account that gets them.'),
    'token?': object('Another token that fees may be paid in; none by default.', {
      of: node('The client whose first transaction creates it, by its first operation.'),
      amount: amount('How much of it a transaction costs, in least units.'),
      'default?': flag('Whether un-versioned transactions are paid for in it; false by default.'),
    }),
  },
);

/** Converts checked fees. */
export function buildFees({ amount: cost, account, token }: RawFees): ScenarioFees {
  const native = { amount: BigInt(cost), account };
  if (token === undefined) return native;
  const { of, amount: other, default: isDefault = false } = token;
  return { ...native, token: { of, amount: BigInt(other), isDefault } };
}

/** Gives the fees as a file states them. */
export function rawOfFees({ amount: cost, account, token }: ScenarioFees): RawFees {
  const native = { amount: rawInteger(cost), account };
  if (token === undefined) return native;
  const { of, amount: other, isDefault } = token;
  return {
    ...native,
    token: { of, amount: rawInteger(other), ...(isDefault ? { default: true } : {}) },
  };
}
