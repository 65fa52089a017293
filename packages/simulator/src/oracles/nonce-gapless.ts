import { NEW_ACCOUNT, nonceKey } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext } from './oracle.ts';

/** Settled nonces of an account at a validator are 0, 1, 2, … with no gap and no repeat. */
export function nonceGapless({ nameOf }: OracleContext): Oracle {
  return {
    name: 'nonce-gapless',
    kind: 'safety',
    afterStep: ({ validator, observation, changes }) => {
      const { before, after } = observation;
      for (const { table, key } of changes) {
        if (table !== 'account') continue;
        const address = key as Address;
        const from = (before.ledger.account.get(address) ?? NEW_ACCOUNT).nextNonce;
        const to = (after.ledger.account.get(address) ?? NEW_ACCOUNT).nextNonce;
        const settledKey = nonceKey(address, from);
        const settledNow =
          !before.ledger.settled.has(settledKey) && after.ledger.settled.has(settledKey);
        if (to !== from + (settledNow ? 1n : 0n)) return gap(validator, nameOf(address), from, to);
      }
      return undefined;
    },
  };
}

function gap(validator: string, account: string, from: bigint, to: bigint): Finding {
  return {
    message: `${validator} took the nonce of ${account} from ${from} to ${to}`,
    facts: { validator, account, from: String(from), to: String(to) },
  };
}
