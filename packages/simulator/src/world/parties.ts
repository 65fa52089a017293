import { createHash } from 'node:crypto';
import { createSigner, type Ed25519, type Signer } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';

/** Everybody in a world who has a key, by name. */
export interface Parties {
  /** Gives the signer of a name; the same name has the same key in every run. */
  signer(name: string): Signer;
  /** Gives the name that an address belongs to, or the address itself. */
  nameOf(address: Address): string;
}

/**
 * Creates the key ring of a world; `equip` may put something in front of every signer.
 *
 * Keys derive from names and not from the seed, so that a name has one address in all reports.
 */
export function createParties(
  ed25519: Ed25519,
  equip: (signer: Signer) => Signer = (signer) => signer,
): Parties {
  const signers = new Map<string, Signer>();
  const names = new Map<Address, string>();
  return {
    signer(name) {
      const known = signers.get(name);
      if (known !== undefined) return known;
      const seed = createHash('sha256').update(`quorate/${name}`).digest();
      const signer = equip(createSigner(ed25519, seed));
      signers.set(name, signer);
      names.set(signer.address, name);
      return signer;
    },
    nameOf: (address) => names.get(address) ?? address,
  };
}
