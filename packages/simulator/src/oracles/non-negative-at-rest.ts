import type { Oracle } from './oracle.ts';

/** After full delivery no balance is negative. */
export function nonNegativeAtRest(): Oracle {
  return {
    name: 'non-negative-at-rest',
    kind: 'safety',
    atRest: (validators) => {
      for (const { name, state } of validators) {
        const negative = state.ledger.balance.findEntry((balance) => balance < 0n);
        if (negative === undefined) continue;
        const [key, balance] = negative;
        return {
          message: `${name} holds a balance of ${balance}`,
          facts: { validator: name, balance: String(balance), account: key },
        };
      }
      return undefined;
    },
  };
}
