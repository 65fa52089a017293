import { certificateFault, quorumSize } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext } from './oracle.ts';

/**
 * Every certificate that a correct party accepted has a true quorum of one committee: validators
 * that settled it, proxies that gave it out, clients that showed it to their users.
 */
export function certificateValid(context: OracleContext): Oracle {
  const { committees, nameOf, verifier } = context;
  // Messages are frozen, so a certificate that was good stays good wherever it turns up.
  const good = new WeakSet<TransactionCertificate>();

  function check(party: string, certificate: TransactionCertificate): Finding | undefined {
    if (good.has(certificate)) return undefined;
    const facts = factsOf(certificate.envelope.transaction);
    const fault = certificateFault(certificate, facts, {
      committees: committees.all(),
      quorum: quorumSize,
      verifier,
    });
    if (fault === undefined) {
      good.add(certificate);
      return undefined;
    }
    const { sender, nonce } = facts.transaction;
    return {
      message: `${party} accepted (${nameOf(sender)}, nonce ${nonce}) without a quorum: ${fault}`,
      facts: { party, transaction: facts.id, fault },
    };
  }

  return {
    name: 'certificate-valid',
    kind: 'safety',
    afterSettlement: ({ validator, certificate }) => check(validator, certificate),
    afterSuccess: ({ by, certificate }) => check(by, certificate),
  };
}
