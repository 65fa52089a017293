import type { Genesis } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import type { NetworkId } from '@quorate/protocol';
import { accountNames, operatorRole, validatorNames } from './keys.ts';

/** What a devnet begins with. */
export interface GenesisOptions {
  readonly networkId: NetworkId;
  readonly validators: number;
  /** How many accounts hold tokens from the start, the faucet apart. */
  readonly accounts: number;
  /** What each of them holds: native token, least units. */
  readonly balance: bigint;
  /** Whether the un-versioned shape, which names no network, is accepted (rule V2). */
  readonly acceptsUnversioned: boolean;
  /** Nanoseconds since the Unix epoch. */
  readonly genesisTimeNanos: bigint;
}

/** The account that hands out tokens. */
export const FAUCET = 'faucet';

/** The faucet never runs dry: it holds half of what the native token could ever have. */
const FAUCET_BALANCE = 2n ** 255n;

/**
 * Builds the genesis of a devnet; `signerOf` gives the keys of a role.
 *
 * Validators go by their names and not by where they listen, so that a devnet can come back on other
 * ports. There are no fees, and requests to change the committee may settle at once.
 */
export function buildGenesis(
  { networkId, validators, accounts, balance, ...terms }: GenesisOptions,
  signerOf: (role: string) => Signer,
): Genesis {
  const members = validatorNames(validators).map((name) => ({
    validator: { address: signerOf(name).address, host: name, rpcPort: 0 },
    operator: signerOf(operatorRole(name)).address,
  }));
  const funded = accountNames(accounts).map((name) => ({
    address: signerOf(name).address,
    balance,
  }));
  return {
    networkId,
    committee: { epoch: 0, members },
    accounts: [...funded, { address: signerOf(FAUCET).address, balance: FAUCET_BALANCE }],
    fees: undefined,
    acceptsUnversioned: terms.acceptsUnversioned,
    genesisTimeNanos: terms.genesisTimeNanos,
    minRequestAgeNanos: 0n,
  };
}
