import { createHash } from 'node:crypto';
import { InvariantError, type Keyring } from '@quorate/core';
import type { CryptoSuite, Signer } from '@quorate/crypto';
import {
  type Address,
  BURN_ADDRESS,
  type MultiSigConfig,
  multiSigAddress,
} from '@quorate/protocol';
import { BURN } from '../scenario/burn-address.ts';
import type { ScenarioAccount, ScenarioCluster } from '../scenario/cluster/cluster.ts';

/** Everybody in a world with a key, by name. */
export interface Parties {
  /** Gives the signer of a name; a name has the same key in every run. */
  signer(name: string): Signer;
  /**
   * Gives a validator's key for an epoch: in epoch 0 that of its own name, then a fresh one each
   * time (rule C9).
   */
  seatKey(validator: string, epoch: number): Signer;
  /** Gives a name to an address without a key. */
  call(address: Address, name: string): void;
  /** Gives the name of an address; the address itself if it has none. */
  nameOf(address: Address): string;
}

/**
 * Creates the parties of a world from a function that makes a signer of a seed.
 *
 * Keys derive from names and not from the seed, so that a name has one address in all reports.
 * `accounts` are multisig accounts, whose addresses derive from those of their members. Of
 * `clients` only the operator role matters.
 */
export function createParties(
  signerOf: CryptoSuite['signer'],
  { accounts = [], clients = [] }: Partial<Pick<ScenarioCluster, 'accounts' | 'clients'>> = {},
): Parties {
  const signers = new Map<string, Signer>();
  const names = new Map<Address, string>();

  function signer(name: string, owner = name): Signer {
    const known = signers.get(name);
    if (known !== undefined) return known;
    const made =
      name === BURN
        ? keyless(name, BURN_ADDRESS)
        : signerOf(createHash('sha256').update(`quorate/${name}`).digest());
    signers.set(name, made);
    names.set(made.address, owner);
    return made;
  }

  for (const { name, operates } of clients) {
    if (operates !== undefined) signers.set(operatorName(operates), signer(name));
  }
  const parties: Parties = {
    signer: (name) => signer(name),
    seatKey: (validator, epoch) =>
      signer(epoch === 0 ? validator : `${validator}/e${epoch}`, validator),
    call: (address, name) => void names.set(address, name),
    nameOf: (address) => names.get(address) ?? address,
  };
  for (const account of accounts) {
    const address = multiSigAddress(multiSigConfigOf(account, parties));
    signers.set(account.name, keyless(account.name, address));
    parties.call(address, account.name);
  }
  return parties;
}

/** Gives the keys of a validator for the first epochs; the number is more than any run reaches. */
export function keyringFor(
  { seatKey }: Pick<Parties, 'seatKey'>,
  validator: string,
  epochs: number,
): Keyring {
  const keys = Array.from({ length: epochs }, (_, epoch) => seatKey(validator, epoch));
  return { find: (address) => keys.find((key) => key.address === address) };
}

/** Gives the account that operates a validator. */
export function operatorOf({ signer }: Pick<Parties, 'signer'>, validator: string): Signer {
  return signer(operatorName(validator));
}

function operatorName(validator: string): string {
  return `operator/${validator}`;
}

/** Gives the configuration of a multisig account, from which its address is derived. */
export function multiSigConfigOf(
  { signers, quorum, nonce = 0n }: ScenarioAccount,
  parties: Pick<Parties, 'signer'>,
): MultiSigConfig {
  const authorizedSigners = signers.map((name) => parties.signer(name).address);
  return { authorizedSigners, quorum: BigInt(quorum), nonce };
}

/**
 * A multisig account has an address but no key: its members sign. For the burn address nobody
 * signs.
 */
function keyless(name: string, address: Address): Signer {
  return {
    address,
    sign: () => {
      throw new InvariantError(`${name} has no key of its own`);
    },
  };
}
