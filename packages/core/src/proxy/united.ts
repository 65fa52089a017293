import type { NamedSignature, TransactionCertificate } from '@quorate/protocol';
import type { ProxyState } from './state.ts';

/**
 * Joins two certificates of one transaction, each verified before: all their signatures, in the order
 * of the committee (rule P7).
 */
export function united(
  { committee }: Pick<ProxyState, 'committee'>,
  known: TransactionCertificate | undefined,
  shown: TransactionCertificate,
): TransactionCertificate {
  if (known === undefined) return shown;
  const signatures = new Map([...shown.signatures, ...known.signatures]);
  return {
    envelope: known.envelope,
    signatures: committee.members.flatMap(({ validator }): NamedSignature[] => {
      const signature = signatures.get(validator.address);
      return signature === undefined ? [] : [[validator.address, signature]];
    }),
  };
}
