import type { Address } from '@quorate/protocol';
import type { Oracle, OracleContext } from '../oracle.ts';

/** Once everything has been delivered, no balance is negative. */
export function nonNegativeAtRest({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'non-negative-at-rest',
    kind: 'safety',
    atRest: ({ validators }) => {
      for (const { name, delivered } of validators) {
        const negative = [...delivered.ledger.balance].find(([, balance]) => balance < 0n);
        if (negative === undefined) continue;
        const [key, balance] = negative;
        const account = nameOf(key.split('/')[0] as Address);
        return {
          message: `${account} has a balance of ${balance} at ${name}`,
          facts: { validator: name, account, balance: String(balance) },
        };
      }
      return undefined;
    },
  };
}
