import { forgeryIn } from '../authentic.ts';
import type { Oracle, OracleContext } from '../oracle.ts';
import { settlementOracle } from '../settlement.ts';

/**
 * Nothing settles without the valid signature of its sender, or those of a quorum of its signers.
 */
export function signatureAuthentic({
  nameOf,
  verifier,
}: Pick<OracleContext, 'nameOf' | 'verifier'>): Oracle {
  return settlementOracle('signature-authentic', ({ validator, certificate, facts }) => {
    const fault = forgeryIn(certificate.envelope, verifier);
    if (fault === undefined) return undefined;
    const sender = nameOf(facts.transaction.sender);
    return {
      message: `${validator} settled what ${sender} has not signed: ${fault}`,
      facts: { validator, sender, transaction: facts.id, fault },
    };
  });
}
