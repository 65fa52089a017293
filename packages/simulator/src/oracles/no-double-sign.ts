import { factsOf, type TransactionId } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';
import { signedBy } from './signed-by.ts';

/**
 * No correct validator has signed two transactions for one (sender, nonce), over all time and
 * restarts.
 */
export function noDoubleSign({ nameOf }: OracleContext): Oracle {
  const signed = new Map<string, TransactionId>();
  return {
    name: 'no-double-sign',
    kind: 'safety',
    afterStep: (step) => {
      const signature = signedBy(step);
      if (signature === undefined) return undefined;
      const { id, transaction } = factsOf(signature.transaction);
      const key = `${step.validator}/${transaction.sender}/${transaction.nonce}`;
      const first = signed.get(key) ?? id;
      signed.set(key, first);
      if (first === id) return undefined;
      const sender = nameOf(transaction.sender);
      return {
        message: `${step.validator} signed two transactions for (${sender}, nonce ${transaction.nonce})`,
        facts: { validator: step.validator, sender, first, second: id },
      };
    },
  };
}
