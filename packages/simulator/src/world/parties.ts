import { createHash } from 'node:crypto';
import { InvariantError } from '@quorate/core';
import type { CryptoSuite, Signer } from '@quorate/crypto';
import { type Address, type MultiSigConfig, multiSigAddress } from '@quorate/protocol';
import type { ScenarioAccount } from '../scenario/scenario.ts';

/** Everybody in a world who has a key, by name. */
export interface Parties {
  /** Gives the signer of a name; the same name has the same key in every run. */
  signer(name: string): Signer;
  /** Gives the name that an address belongs to, or the address itself. */
  nameOf(address: Address): string;
}

/**
 * Creates the key ring of a world from what makes a signer of a seed.
 *
 * Keys derive from names and not from the seed, so that a name has one address in all reports.
 * `accounts` are multisig accounts, whose addresses derive from those of their members.
 */
export function createParties(
  signerOf: CryptoSuite['signer'],
  accounts: readonly ScenarioAccount[] = [],
): Parties {
  const signers = new Map<string, Signer>();
  const names = new Map<Address, string>();
  const parties: Parties = {
    signer(name) {
      const known = signers.get(name);
      if (known !== undefined) return known;
      const seed = createHash('sha256').update(`quorate/${name}`).digest();
      const signer = signerOf(seed);
      signers.set(name, signer);
      names.set(signer.address, name);
      return signer;
    },
    nameOf: (address) => names.get(address) ?? address,
  };
  for (const account of accounts) {
    const address = multiSigAddress(multiSigConfigOf(account, parties));
    signers.set(account.name, keyless(account.name, address));
    names.set(address, account.name);
  }
  return parties;
}

/** Gives the configuration of a multisig account, from which its address derives. */
export function multiSigConfigOf(
  { signers, quorum }: ScenarioAccount,
  parties: Pick<Parties, 'signer'>,
): MultiSigConfig {
  const authorizedSigners = signers.map((name) => parties.signer(name).address);
  return { authorizedSigners, quorum: BigInt(quorum), nonce: 0n };
}

/** A multisig account has an address and no key: its members sign. */
function keyless(name: string, address: Address): Signer {
  return {
    address,
    sign: () => {
      throw new InvariantError(`${name} has no key of its own`);
    },
  };
}
