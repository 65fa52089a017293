import type { RecordChange, ValidatorState } from '@quorate/core';
import type { Oracle, ValidatorStep } from './oracle.ts';

/**
 * Per token, the sum of balances equals the supply, at every correct validator and every step,
 * negative balances included.
 *
 * Genesis balances it by construction, so only what a step changes is added up.
 */
export function supplyConserved(): Oracle {
  return {
    name: 'supply-conserved',
    kind: 'safety',
    afterStep: ({ validator, observation, changes }: ValidatorStep) => {
      const { before, after } = observation;
      const surplus = new Map<string, bigint>();
      for (const change of changes) {
        const entry = contribution(change, before, after);
        if (entry === undefined) continue;
        surplus.set(entry.token, (surplus.get(entry.token) ?? 0n) + entry.amount);
      }
      for (const [token, amount] of surplus) {
        if (amount === 0n) continue;
        return {
          message: `${validator} made ${amount} of token ${token} out of nothing`,
          facts: { validator, token, surplus: String(amount) },
        };
      }
      return undefined;
    },
  };
}

// How much further the balances of a token are above its supply because of one changed record.
function contribution(
  { table, key }: RecordChange,
  before: ValidatorState,
  after: ValidatorState,
): { readonly token: string; readonly amount: bigint } | undefined {
  if (table === 'balance') {
    const amount = (after.ledger.balance.get(key) ?? 0n) - (before.ledger.balance.get(key) ?? 0n);
    return { token: key.slice(key.indexOf('/') + 1), amount };
  }
  if (table === 'token') {
    const supplyBefore = before.ledger.token.get(key)?.supply ?? 0n;
    const supplyAfter = after.ledger.token.get(key)?.supply ?? 0n;
    return { token: key, amount: supplyBefore - supplyAfter };
  }
  return undefined;
}
