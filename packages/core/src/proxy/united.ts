import type { NamedSignature, TransactionCertificate } from '@quorate/protocol';
import { type Committee, committeeOf } from '../committee.ts';
import type { ProxyState } from './state.ts';

/**
 * Joins two certificates of one transaction, each verified before: all signatures of the committee that
 * signed the one that is known, in its order (rule P7). What another committee signed stays apart: the
 * signatures of two epochs are never added up (rule C9).
 */
export function united(
  { committees }: Pick<ProxyState, 'committees'>,
  known: TransactionCertificate | undefined,
  shown: TransactionCertificate,
): TransactionCertificate {
  if (known === undefined) return shown;
  const committee = signedBy(committees, known);
  if (committee === undefined || signedBy(committees, shown) !== committee) return known;
  const signatures = new Map([...shown.signatures, ...known.signatures]);
  return {
    envelope: known.envelope,
    signatures: committee.members.flatMap(({ validator }): NamedSignature[] => {
      const signature = signatures.get(validator.address);
      return signature === undefined ? [] : [[validator.address, signature]];
    }),
  };
}

function signedBy(
  committees: readonly Committee[],
  { signatures: [first] }: TransactionCertificate,
): Committee | undefined {
  return first === undefined ? undefined : committeeOf(committees, first[0]);
}
