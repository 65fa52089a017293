import { nonceKey, quorumSize } from '@quorate/core';
import { factsOf, type TransactionId } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext, ValidatorStep } from './oracle.ts';
import { signedBy } from './signed-by.ts';

/**
 * No two transactions for one (sender, nonce) are certified.
 *
 * A transaction counts as certified once a quorum has signed it, whether anybody put the signatures
 * together or not, and once a correct validator settled it, whatever it took for a quorum.
 */
export function uniqueCertificate({ genesis, nameOf }: OracleContext): Oracle {
  const quorum = quorumSize(genesis.committee.members.length);
  const signers = new Map<TransactionId, Set<string>>();
  const certified = new Map<string, TransactionId>();

  function certify(
    sender: Parameters<typeof nameOf>[0],
    nonce: bigint,
    id: TransactionId,
  ): Finding | undefined {
    const key = nonceKey(sender, nonce);
    const first = certified.get(key) ?? id;
    certified.set(key, first);
    if (first === id) return undefined;
    return {
      message: `two certificates for (${nameOf(sender)}, nonce ${nonce})`,
      facts: { sender: nameOf(sender), nonce: String(nonce), first, second: id },
    };
  }

  function afterSigning(step: ValidatorStep): Finding | undefined {
    const signature = signedBy(step);
    if (signature === undefined) return undefined;
    const { id, transaction } = factsOf(signature.transaction);
    const names = signers.get(id) ?? new Set();
    signers.set(id, names.add(step.validator));
    return names.size >= quorum ? certify(transaction.sender, transaction.nonce, id) : undefined;
  }

  function afterSettling({ observation, changes }: ValidatorStep): Finding | undefined {
    const { input } = observation;
    const settled = changes.find(({ table }) => table === 'settled');
    if (settled === undefined) return undefined;
    if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return undefined;
    const { id, transaction } = factsOf(input.message.certificate.envelope.transaction);
    return certify(transaction.sender, transaction.nonce, id);
  }

  return {
    name: 'unique-certificate',
    kind: 'safety',
    afterStep: (step) => afterSigning(step) ?? afterSettling(step),
  };
}
