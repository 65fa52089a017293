import { certificateFault, quorumSize } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';
import { certificateSettled } from './settled-by.ts';

/** Every certificate that a correct validator settled has a true quorum of one committee. */
export function certificateValid({ genesis, nameOf, verifier }: OracleContext): Oracle {
  return {
    name: 'certificate-valid',
    kind: 'safety',
    afterStep: (step) => {
      const certificate = certificateSettled(step);
      if (certificate === undefined) return undefined;
      const facts = factsOf(certificate.envelope.transaction);
      const fault = certificateFault(certificate, facts, {
        committees: [genesis.committee],
        quorum: quorumSize,
        verifier,
      });
      if (fault === undefined) return undefined;
      const { validator } = step;
      const { sender, nonce } = facts.transaction;
      return {
        message: `${validator} settled (${nameOf(sender)}, nonce ${nonce}) without a quorum: ${fault}`,
        facts: { validator, transaction: facts.id, fault },
      };
    },
  };
}
