import { nonceKey } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';

/**
 * No correct validator has signed two transactions for one (sender, nonce), over all time and
 * restarts.
 */
export function noDoubleSign({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const signed = new Map<string, TransactionId>();
  return {
    name: 'no-double-sign',
    kind: 'safety',
    afterSigning: ({ validator, transactionId, sender, nonce }) => {
      const key = `${validator}/${nonceKey(sender, nonce)}`;
      const first = signed.get(key) ?? transactionId;
      signed.set(key, first);
      if (first === transactionId) return undefined;
      return {
        message: `${validator} signed two transactions for (${nameOf(sender)}, nonce ${nonce})`,
        facts: { validator, sender: nameOf(sender), first, second: transactionId },
      };
    },
  };
}
