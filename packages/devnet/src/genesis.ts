import { NATIVE_TOKEN } from '@quorate/client';
import type { Genesis, GenesisAccount, GenesisToken } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import type { NetworkId, TokenId } from '@quorate/protocol';
import type { Founded } from './data/constitution-file.ts';
import { accountNames, operatorRole, validatorNames } from './keys.ts';

/** The name of the account that hands out tokens. */
export const FAUCET = 'faucet';

/** The faucet never runs dry: it holds half of the greatest possible supply of the native token. */
const FAUCET_BALANCE = 2n ** 255n;

/** A token that clients of a public network know by its id. */
export type PublicToken = Pick<GenesisToken, 'id' | 'name' | 'decimals'>;

/** The tokens that published clients of the public networks name by their ids. */
const PUBLIC_TOKENS: Readonly<Partial<Record<NetworkId, PublicToken>>> = {
  'fast:testnet': {
    id: 'd73a0679a2be46981e2a8aedecd951c8b6690e7d5f8502b34ed3ff4cc2163b46' as TokenId,
    name: 'testUSDC',
    decimals: 6,
  },
  'fast:mainnet': {
    id: 'c655a12330da6af361d281b197996d2bc135aaed3b66278e729c2222291e9130' as TokenId,
    name: 'USDC',
    decimals: 6,
  },
};

/** Lists the tokens besides the native one that a devnet has from the start. */
export function publicTokens({
  networkId,
  hasPublicToken,
}: Pick<Founded, 'networkId' | 'hasPublicToken'>): readonly PublicToken[] {
  const token = hasPublicToken ? PUBLIC_TOKENS[networkId] : undefined;
  return token === undefined ? [] : [token];
}

/**
 * Builds the genesis of a devnet; `signerOf` gives the keys of a role.
 *
 * Validators are identified by name and not by the address they listen on, so that a devnet can
 * restart on other ports. There are no fees, and requests to change the committee may settle at
 * once.
 */
export function buildGenesis(
  { networkId, validators, accounts, balance, ...terms }: Founded,
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
  const faucet = { address: signerOf(FAUCET).address, balance: FAUCET_BALANCE };
  return {
    networkId,
    committee: { epoch: 0, members },
    accounts: [...funded, faucet],
    tokens: publicTokens({ networkId, ...terms }).map((token) => ({
      ...token,
      admin: faucet.address,
      accounts: [...funded.map((account) => inUnitsOf(token, account)), faucet],
    })),
    fees: undefined,
    acceptsUnversioned: terms.acceptsUnversioned,
    genesisTimeNanos: terms.genesisTimeNanos,
    minRequestAgeNanos: 0n,
  };
}

/** Gives an account as many whole units of a token as it has of the native one. */
function inUnitsOf(
  { decimals }: PublicToken,
  { address, balance }: GenesisAccount,
): GenesisAccount {
  const [unit, nativeUnit] = [10n ** BigInt(decimals), 10n ** BigInt(NATIVE_TOKEN.decimals)];
  return { address, balance: (balance * unit) / nativeUnit };
}
