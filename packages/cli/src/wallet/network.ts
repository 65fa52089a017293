import { readFileSync } from 'node:fs';
import { type Client, createClient } from '@quorate/client';
import {
  type Address,
  DecodeError,
  NETWORK_IDS,
  type NetworkId,
  parseAddress,
} from '@quorate/protocol';
import { type ReadyEvent, readyFilePath } from '../devnet/ready-event.ts';
import { CommandError } from './command-error.ts';

/** Hold the options by which a command finds its network; an absent one was not given. */
export interface NetworkOptions {
  /** URL of the REST interface. */
  readonly url?: string;
  readonly networkId?: NetworkId;
  /** What the network wants to be shown before it gives anything away. */
  readonly accessToken?: string;
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

/** Say what to do where no network is at hand. */
export const howToFindOne =
  'start a network here with `quorate devnet`, or name one with --url or QUORATE_URL';

/** Say why a name means nothing. */
export const namesAreLocal = 'accounts are known by name only for the devnet that runs here';

/**
 * Find the network: the URL that was given, that of `QUORATE_URL`, or the devnet that runs here.
 *
 * @throws CommandError where there is none of them, or what was given is no URL
 */
export function findNetwork({ url, networkId, accessToken }: NetworkOptions): KnownNetwork {
  const access = accessToken === undefined ? {} : { accessToken };
  const given = givenUrl(url);
  if (given !== undefined) {
    return {
      client: createClient({ url: given, ...access }),
      rest: given.replace(/\/$/, ''),
      seed: undefined,
      networkId: networkId ?? 'fast:localnet',
      accounts: [],
    };
  }
  const { rest, seed, accounts, networkId: own } = readReadyFile();
  return {
    client: createClient({ url: rest, ...access }),
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
 * @throws CommandError where there is none of them, or what was given is no URL
 */
export function findUrl(given: string | undefined): string {
  return givenUrl(given) ?? readReadyFile().rest;
}

/** Give the URL that an option names, or the environment. @throws CommandError for what is none */
function givenUrl(option: string | undefined): string | undefined {
  const given = option ?? process.env['QUORATE_URL'];
  if (given === undefined || (/^https?:/i.test(given) && URL.canParse(given))) return given;
  const from = option === undefined ? 'QUORATE_URL' : '--url';
  throw new CommandError(`${from}: expected a URL such as http://127.0.0.1:7400, got "${given}"`);
}

/**
 * Read who is meant: the name of a known account, or an address in any form.
 *
 * @throws CommandError for what is neither
 */
export function addressOf(network: KnownNetwork, who: string): Address {
  const known = network.accounts.find(({ name }) => name === who);
  if (known !== undefined) return known.address;
  try {
    return parseAddress(who);
  } catch (failure) {
    if (!(failure instanceof DecodeError)) throw failure;
    throw new CommandError(`${who} is no address, and ${whyNoName(network)}`);
  }
}

/** Say which names there are, for somebody who has given another. */
export function whyNoName({ seed, accounts }: KnownNetwork): string {
  if (seed === undefined) return namesAreLocal;
  const names = accounts.map(({ name }) => name).join(', ');
  return `the accounts that are known by name are ${names === '' ? 'none' : names}`;
}

/** Name an address, where its name is known. */
export function nameOf({ accounts }: KnownNetwork, address: Address): string | undefined {
  return accounts.find((account) => account.address === address)?.name;
}

function readReadyFile(): ReadyEvent {
  try {
    return JSON.parse(readFileSync(readyFilePath, 'utf8')) as ReadyEvent;
  } catch {
    throw new CommandError(`no network: ${howToFindOne}`);
  }
}
