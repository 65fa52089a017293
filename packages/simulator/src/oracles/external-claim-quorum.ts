import type { ExternalClaim } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';
import { settlementOracle } from './settlement.ts';

/** Every settled claim has its verifier quorum: distinct, of its committee, all valid. */
export function externalClaimQuorum({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return settlementOracle('external-claim-quorum', ({ validator, facts }) => {
    for (const operation of facts.transaction.operations) {
      if (operation.kind !== 'ExternalClaim') continue;
      const vouching = vouchersOf(operation, facts.signingBytes, verifier);
      const { verifierQuorum } = operation.claim;
      if (BigInt(vouching) >= verifierQuorum) continue;
      return {
        message: `${validator} settled a claim that ${vouching} of ${verifierQuorum} verifiers vouch for`,
        facts: { validator, transaction: facts.id },
      };
    }
    return undefined;
  });
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
