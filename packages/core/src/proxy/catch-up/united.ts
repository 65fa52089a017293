import type { NamedSignature, TransactionCertificate } from '@quorate/protocol';
import { claimedCommittee } from '../../committee.ts';
import type { ProxyState } from '../state.ts';

/**
 * Unites two verified certificates of one transaction: all signatures of the committee that signed
 * the known one, in committee order (rule P7). Signatures of another committee are left out,
 * because those of two epochs are never added up (rule C9).
 */
export function united(
  { committees }: Pick<ProxyState, 'committees'>,
  known: TransactionCertificate | undefined,
  shown: TransactionCertificate,
): TransactionCertificate {
  if (known === undefined) return shown;
  const committee = claimedCommittee(committees, known);
  if (committee === undefined || claimedCommittee(committees, shown) !== committee) return known;
  const signatures = new Map([...shown.signatures, ...known.signatures]);
  return {
    envelope: known.envelope,
    signatures: committee.members.flatMap(({ validator }): NamedSignature[] => {
      const signature = signatures.get(validator.address);
      return signature === undefined ? [] : [[validator.address, signature]];
    }),
  };
}
