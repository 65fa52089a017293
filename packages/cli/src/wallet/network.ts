import { readFileSync } from 'node:fs';
import { type Client, createClient } from '@quorate/client';
import { type Address, NETWORK_IDS, type NetworkId, parseAddress } from '@quorate/protocol';
import type { ReadyEvent } from '../devnet/ready-event.ts';
import { readyFilePath } from '../devnet/ready-file.ts';
import { CommandError } from './command-error.ts';

/** Hold the options by which a command finds its network; an absent one was not given. */
export interface NetworkOptions {
  /** URL of the REST interface. */
  readonly url?: string;
  readonly networkId?: NetworkId;
}

/** Know a network, and the accounts whose keys are at hand. */
export interface KnownNetwork {
  readonly client: Client;
  /** URL of the REST interface, up to where `/v1` begins. */
  readonly rest: string;
  /** Where the keys of a devnet come from; undefined for any other network. */
  readonly seed: string | undefined;
  readonly networkId: NetworkId;
  readonly accounts: readonly KnownAccount[];
}

/** Know an account by its name. */
export interface KnownAccount {
  readonly name: string;
  readonly address: Address;
  /** 64 hex digits. */
  readonly secretKey: string;
}

/**
 * Find the network: the URL that was given, that of `QUORATE_URL`, or the devnet that runs here.
 *
 * @throws CommandError where there is none of them
 */
export function findNetwork({ url, networkId }: NetworkOptions): KnownNetwork {
  const given = url ?? process.env['QUORATE_URL'];
  if (given !== undefined) {
    return {
      client: createClient({ url: given }),
      rest: given.replace(/\/$/, ''),
      seed: undefined,
      networkId: networkId ?? 'fast:localnet',
      accounts: [],
    };
  }
  const { rest, seed, accounts, networkId: own } = readReadyFile();
  return {
    client: createClient({ url: rest }),
    rest,
    seed,
    networkId: networkId ?? (NETWORK_IDS.find((id) => id === own) as NetworkId),
    accounts: accounts.map(({ name, publicKey, secretKey }) => ({
      name,
      address: publicKey as Address,
      secretKey,
    })),
  };
}

/**
 * Find where the REST interface is: the URL that was given, that of `QUORATE_URL`, or the devnet that
 * runs here.
 *
 * @throws CommandError where there is none of them
 */
export function findUrl(given: string | undefined): string {
  return given ?? process.env['QUORATE_URL'] ?? readReadyFile().rest;
}

/**
 * Read who is meant: the name of a known account, or an address in any form.
 *
 * @throws DecodeError
 */
export function addressOf({ accounts }: KnownNetwork, who: string): Address {
  return accounts.find(({ name }) => name === who)?.address ?? parseAddress(who, 'address');
}

/** Name an address, where its name is known. */
export function nameOf({ accounts }: KnownNetwork, address: Address): string | undefined {
  return accounts.find((account) => account.address === address)?.name;
}

function readReadyFile(): ReadyEvent {
  try {
    return JSON.parse(readFileSync(readyFilePath, 'utf8')) as ReadyEvent;
  } catch {
    throw new CommandError(
      'no network: start one here with `quorate devnet`, or name one with --url or QUORATE_URL',
    );
  }
}
