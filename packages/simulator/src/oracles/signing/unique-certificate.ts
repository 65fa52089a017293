import { nonceKey } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { Oracle, OracleContext } from '../oracle.ts';

/**
 * No two transactions for one (sender, nonce) are certified, over all signatures that ever left any
 * validator, including Byzantine ones: anyone who received them could combine them.
 */
export function uniqueCertificate({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const certified = new Map<string, TransactionId>();
  return {
    name: 'unique-certificate',
    kind: 'safety',
    afterCertified: ({ id, transaction: { sender, nonce } }) => {
      const key = nonceKey(sender, nonce);
      const first = certified.get(key) ?? id;
      certified.set(key, first);
      if (first === id) return undefined;
      return {
        message: `two certificates for (${nameOf(sender)}, nonce ${nonce})`,
        facts: { sender: nameOf(sender), nonce: String(nonce), first, second: id },
      };
    },
  };
}
