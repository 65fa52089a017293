import { rawInteger } from './print/raw-values.ts';
import type { RawInteger } from './raw-step.ts';
import { amount, node, object } from './schema-shapes.ts';

/** Describe what every transaction costs (rule V7); in native tokens, for there are no others at genesis. */
export interface ScenarioFees {
  /** Least units. */
  readonly amount: bigint;
  /** Who is credited: a client or an account. */
  readonly account: string;
}

/** Hold what a file states of it. */
export interface RawFees {
  readonly amount: RawInteger;
  readonly account: string;
}

/** Describe the fees to editors and to the loader. */
export const feesSchema = object(
  'What a transaction costs; committee operations and escrow terms are free, and without it everything is.',
  {
    amount: amount('Native tokens for each transaction, in least units.'),
    account: node('The client or account that gets them.'),
  },
);

/** Convert checked fees. */
export function buildFees({ amount: cost, account }: RawFees): ScenarioFees {
  return { amount: BigInt(cost), account };
}

/** Give what a file would state of fees. */
export function rawOfFees({ amount: cost, account }: ScenarioFees): RawFees {
  return { amount: rawInteger(cost), account };
}
