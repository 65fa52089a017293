import type { Address } from '@quorate/protocol';
import { keysOf } from './model/keys-of.ts';
import type { Oracle, OracleContext, Settled } from './oracle.ts';
import { settlementOracle } from './settlement.ts';

/**
 * Nothing settles whose sender, signer or verifier key is of small order, such as the burn address.
 */
export function burnAddressIsDead({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  // When another validator settles it, the keys are the same.
  const good = new WeakSet<Settled['certificate']>();
  return settlementOracle('burn-address-is-dead', (settled) => {
    const { validator, certificate, facts } = settled;
    if (good.has(certificate)) return undefined;
    const dead = keysIn(settled).find((key) => !verifier.isAcceptableKey(key));
    if (dead === undefined) {
      good.add(certificate);
      return undefined;
    }
    return {
      message: `${validator} settled what the key ${dead} is said to have signed`,
      facts: { validator, key: dead, transaction: facts.id },
    };
  });
}

/**
 * No validator key is a sender, signer or verifier of anything settled.
 *
 * There is one exception: a key that a change gave a seat may appear in something that an earlier
 * committee certified. Its signers did not know of the seat, and the signers of the change may not
 * have known of that transaction (rules V3, C2).
 */
export function rolesApart({
  committees,
  nameOf,
}: Pick<OracleContext, 'committees' | 'nameOf'>): Oracle {
  return settlementOracle('roles-apart', (settled) => {
    const key = seatedKey(settled, committees);
    if (key === undefined) return undefined;
    const { validator, facts } = settled;
    return {
      message: `${validator} settled what the validator key of ${nameOf(key)} has signed as a party`,
      facts: { validator, key, transaction: facts.id },
    };
  });
}

function seatedKey(settled: Settled, committees: OracleContext['committees']): Address | undefined {
  // A quick exit: hardly ever does a party have a seat.
  const seated = keysIn(settled).filter((key) => committees.of(key).length > 0);
  if (seated.length === 0) return undefined;
  const [first] = settled.certificate.signatures;
  const epochs = first === undefined ? [] : committees.of(first[0]).map(({ epoch }) => epoch);
  const certifiedIn = Math.max(0, ...epochs);
  return seated.find((key) => committees.of(key).some(({ epoch }) => epoch <= certifiedIn));
}

function keysIn({ certificate, transaction }: Settled): readonly Address[] {
  return keysOf(certificate.envelope.signature, transaction);
}
