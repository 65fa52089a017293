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

/**
 * No validator key is a sender, signer or verifier of anything settled.
 *
 * A key that a change gave a seat may have been one in what an earlier committee certified: who signed that
 * did not know of the seat, and who signed the change may not have known of that (rules V3, C2).
 */
export function rolesApart({
  committees,
  nameOf,
}: Pick<OracleContext, 'committees' | 'nameOf'>): Oracle {
  return settlementOracle('roles-apart', (settled) => {
    const [first] = settled.certificate.signatures;
    const epochs = first === undefined ? [] : committees.of(first[0]).map(({ epoch }) => epoch);
    const certifiedIn = Math.max(0, ...epochs);
    const key = keysOf(settled).find((each) =>
      committees.of(each).some(({ epoch }) => epoch <= certifiedIn),
    );
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
