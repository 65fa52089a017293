import { nonceKey } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';

/**
 * No correct operator has signed two transactions for one (sender, nonce), over all time, all its
 * keys and all restarts.
 */
export function noDoubleSign({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const signed = new Map<string, TransactionId>();
  return {
    name: 'no-double-sign',
    kind: 'safety',
    afterSigning: ({ validator, isCorrect, facts }) => {
      if (!isCorrect) return undefined;
      const { sender, nonce } = facts.transaction;
      const key = `${validator}/${nonceKey(sender, nonce)}`;
      const first = signed.get(key) ?? facts.id;
      signed.set(key, first);
      if (first === facts.id) return undefined;
      return {
        message: `${validator} signed two transactions for (${nameOf(sender)}, nonce ${nonce})`,
        facts: { validator, sender: nameOf(sender), first, second: facts.id },
      };
    },
  };
}
