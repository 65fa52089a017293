import { nonceKey } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { Oracle, OracleContext } from '../oracle.ts';

/**
 * No correct validator has signed two transactions for one (sender, nonce), at any time, under any
 * of its keys, across all restarts.
 */
export function noDoubleSign({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  /** By validator and by nonce. */
  const signed = new Map<string, Map<string, TransactionId>>();
  return {
    name: 'no-double-sign',
    kind: 'safety',
    afterSigning: ({ validator, isCorrect, facts }) => {
      if (!isCorrect) return undefined;
      const { sender, nonce } = facts.transaction;
      const own = signed.get(validator) ?? new Map<string, TransactionId>();
      const key = nonceKey(sender, nonce);
      const first = own.get(key);
      if (first === undefined) signed.set(validator, own.set(key, facts.id));
      if (first === undefined || first === facts.id) return undefined;
      return {
        message: `${validator} signed two transactions for (${nameOf(sender)}, nonce ${nonce})`,
        facts: { validator, sender: nameOf(sender), first, second: facts.id },
      };
    },
  };
}
