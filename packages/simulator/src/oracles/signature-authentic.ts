import { signatureFault } from '@quorate/core';
import { DecodeError, type TransactionEnvelope, type TransactionFacts } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';
import { settlementOracle } from './settlement.ts';

/** Nothing settled without its sender's valid signature, or those of a quorum of its signers. */
export function signatureAuthentic({
  nameOf,
  verifier,
}: Pick<OracleContext, 'nameOf' | 'verifier'>): Oracle {
  const good = new WeakSet<TransactionEnvelope>();
  return settlementOracle('signature-authentic', ({ validator, certificate, facts }) => {
    const { envelope } = certificate;
    if (good.has(envelope)) return undefined;
    const fault = faultOf(envelope, facts, verifier);
    if (fault === undefined) {
      good.add(envelope);
      return undefined;
    }
    const sender = nameOf(facts.transaction.sender);
    return {
      message: `${validator} settled what ${sender} has not signed: ${fault}`,
      facts: { validator, sender, transaction: facts.id, fault },
    };
  });
}

function faultOf(
  { signature }: TransactionEnvelope,
  facts: TransactionFacts,
  verifier: OracleContext['verifier'],
): string | undefined {
  try {
    return signatureFault(signature, facts, verifier);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}
