import { counted, type ExternalClaim } from '@quorate/protocol';
import type { Oracle, OracleContext } from '../oracle.ts';
import { settlementOracle } from '../settlement.ts';

/**
 * Every settled claim has its verifier quorum: distinct verifiers of its committee, all signatures
 * valid. An additional signature that does not count refuses the whole (rule S1).
 */
export function externalClaimQuorum({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return settlementOracle('external-claim-quorum', ({ validator, facts }) => {
    for (const operation of facts.transaction.operations) {
      if (operation.kind !== 'ExternalClaim') continue;
      const fault = faultOf(operation, vouchersOf(operation, facts.signingBytes, verifier));
      if (fault === undefined) continue;
      return {
        message: `${validator} settled a claim ${fault}`,
        facts: { validator, transaction: facts.id },
      };
    }
    return undefined;
  });
}

function faultOf({ claim, signatures }: ExternalClaim, vouching: number): string | undefined {
  const { verifierQuorum } = claim;
  if (BigInt(vouching) < verifierQuorum) {
    return `that ${vouching} of ${counted(verifierQuorum, 'verifier')} vouch for`;
  }
  const stray = signatures.length - vouching;
  return stray === 0 ? undefined : `with ${counted(stray, 'signature')} too many`;
}

function vouchersOf(
  { claim, signatures }: ExternalClaim,
  signingBytes: Uint8Array,
  verifier: OracleContext['verifier'],
): number {
  const valid = signatures.filter(
    ({ verifierAddr, sig }) =>
      claim.verifierCommittee.includes(verifierAddr) &&
      verifier.verify(verifierAddr, signingBytes, sig),
  );
  return new Set(valid.map(({ verifierAddr }) => verifierAddr)).size;
}
