import { certificateFault, quorumSize } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { factsOf } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';

/** Every certificate that a correct validator settled has a true quorum of one committee. */
export function certificateValid({ genesis, nameOf }: OracleContext): Oracle {
  // Its own eyes: what the validators use may be what is wrong.
  const verifier = createVerifier(loadEd25519());
  return {
    name: 'certificate-valid',
    kind: 'safety',
    afterStep: ({ validator, observation, changes }) => {
      const { input } = observation;
      if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return undefined;
      if (!changes.some(({ table }) => table === 'settled')) return undefined;
      const { certificate } = input.message;
      const facts = factsOf(certificate.envelope.transaction);
      const fault = certificateFault(certificate, facts, {
        committees: [genesis.committee],
        quorum: quorumSize,
        verifier,
      });
      if (fault === undefined) return undefined;
      const { sender, nonce } = facts.transaction;
      return {
        message: `${validator} settled (${nameOf(sender)}, nonce ${nonce}) without a quorum: ${fault}`,
        facts: { validator, transaction: facts.id, fault },
      };
    },
  };
}
