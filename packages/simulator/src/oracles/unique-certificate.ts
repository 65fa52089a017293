import { nonceKey, quorumSize } from '@quorate/core';
import { factsOf, type TransactionId } from '@quorate/protocol';
import type { Finding, GivenSignature, Oracle, OracleContext } from './oracle.ts';
import { certificateTaken } from './settled-by.ts';

/**
 * No two transactions for one (sender, nonce) are certified.
 *
 * A transaction counts as certified once a quorum has signed it, whether anybody put the signatures
 * together or not, and once a correct validator took a certificate of it for one, whatever that
 * validator calls a quorum.
 */
export function uniqueCertificate({
  genesis,
  nameOf,
}: Pick<OracleContext, 'genesis' | 'nameOf'>): Oracle {
  const quorum = quorumSize(genesis.committee.members.length);
  const signers = new Map<TransactionId, Set<string>>();
  const certified = new Map<string, TransactionId>();

  function certify({ sender, nonce, transactionId: id }: Certified): Finding | undefined {
    const key = nonceKey(sender, nonce);
    const first = certified.get(key) ?? id;
    certified.set(key, first);
    if (first === id) return undefined;
    return {
      message: `two certificates for (${nameOf(sender)}, nonce ${nonce})`,
      facts: { sender: nameOf(sender), nonce: String(nonce), first, second: id },
    };
  }

  return {
    name: 'unique-certificate',
    kind: 'safety',
    afterSigning: (signature) => {
      const names = signers.get(signature.transactionId) ?? new Set();
      signers.set(signature.transactionId, names.add(signature.validator));
      return names.size >= quorum ? certify(signature) : undefined;
    },
    afterStep: (step) => {
      const certificate = certificateTaken(step);
      if (certificate === undefined) return undefined;
      const { id, transaction } = factsOf(certificate.envelope.transaction);
      return certify({ ...transaction, transactionId: id });
    },
  };
}

type Certified = Pick<GivenSignature, 'sender' | 'nonce' | 'transactionId'>;
