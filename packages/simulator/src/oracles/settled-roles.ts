import type { Address } from '@quorate/protocol';
import type { Oracle, OracleContext, Settled } from './oracle.ts';
import { settlementOracle } from './settlement.ts';

/** Nothing settles whose sender, signer or verifier key is of small order, the burn address first. */
export function burnAddressIsDead({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return settlementOracle('burn-address-is-dead', (settled) => {
    const dead = keysOf(settled).find((key) => !verifier.isAcceptableKey(key));
    if (dead === undefined) return undefined;
    const { validator, facts } = settled;
    return {
      message: `${validator} settled what the key ${dead} is said to have signed`,
      facts: { validator, key: dead, transaction: facts.id },
    };
  });
}

/** No validator key is a sender, signer or verifier of anything settled. */
export function rolesApart({
  committees,
  nameOf,
}: Pick<OracleContext, 'committees' | 'nameOf'>): Oracle {
  return settlementOracle('roles-apart', (settled) => {
    const key = keysOf(settled).find((each) => committees.of(each).length > 0);
    if (key === undefined) return undefined;
    const { validator, facts } = settled;
    return {
      message: `${validator} settled what the validator key of ${nameOf(key)} has signed as a party`,
      facts: { validator, key, transaction: facts.id },
    };
  });
}

/** Lists the keys that a transaction rests on; the address of a multisig account is none. */
function keysOf({ certificate, transaction }: Settled): readonly Address[] {
  const { signature } = certificate.envelope;
  const keys: Address[] = [];
  if (signature.kind === 'MultiSig') keys.push(...signature.config.authorizedSigners);
  else keys.push(transaction.sender);
  for (const operation of transaction.operations) {
    if (operation.kind === 'ExternalClaim') keys.push(...operation.claim.verifierCommittee);
  }
  return keys;
}
