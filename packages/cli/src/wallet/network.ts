import { type Client, createClient } from '@quorate/client';
import {
  type Address,
  addressIn,
  DecodeError,
  type NetworkId,
  parseAddress,
} from '@quorate/protocol';
import { CommandError, OptionError } from '../command-error.ts';
import { type DevnetHere, readDevnetHere } from '../devnet/devnet-here.ts';
import { readyFilePath } from '../devnet/ready-event.ts';

/** The options by which a command finds its network; an absent one was not given. */
export interface NetworkOptions {
  /** The URL of the REST interface. */
  readonly url?: string;
  readonly networkId?: NetworkId;
  /** The token that the network requires before it gives anything away. */
  readonly accessToken?: string;
}

/** A network, and the accounts whose keys are at hand. */
export interface KnownNetwork {
  readonly client: Client;
  /** The URL of the REST interface, up to where `/v1` begins. */
  readonly rest: string;
  /** The seed of a devnet's keys; undefined for any other network. */
  readonly seed: string | undefined;
  /**
   * When a devnet began, as decimal text, which distinguishes it from others with its seed;
   * undefined for any other network.
   */
  readonly genesisTimeNanos: string | undefined;
  readonly networkId: NetworkId;
  readonly accounts: readonly KnownAccount[];
  /** The accounts, and the validators with the keys that they had when the devnet started. */
  readonly names: readonly Named[];
}

/** An account or a validator with its name. */
export interface Named {
  readonly name: string;
  readonly address: Address;
}

/** An account with its name. */
export interface KnownAccount extends Named {
  /** 64 hex digits. */
  readonly secretKey: string;
}

/** Says why a name means nothing. */
export const namesAreLocal = 'account names are known only for the devnet that runs in this folder';

/**
 * Finds the network: by the URL that was given, by that of `QUORATE_URL`, or the devnet that runs
 * here, whose ready file is at `path`. What is given may be the URL of that very devnet.
 *
 * @throws CommandError if there is no network, or what was given is not a URL
 */
export function findNetwork(
  { url, networkId, accessToken }: NetworkOptions,
  path = readyFilePath,
): KnownNetwork {
  const given = givenUrl(url);
  const found = given === undefined ? readDevnetHere(path) : networkAt(given, path);
  const rest = found.rest.replace(REST_END, '');
  const accounts = found.accounts.map(({ name, publicKey, secretKey }) => ({
    name,
    address: publicKey as Address,
    secretKey,
  }));
  return {
    client: createClient({ url: rest, ...(accessToken === undefined ? {} : { accessToken }) }),
    rest,
    seed: found.seed,
    genesisTimeNanos: found.genesisTimeNanos,
    networkId: networkId ?? found.networkId,
    accounts,
    names: [
      ...accounts,
      ...found.validators.map(({ name, address }) => ({ name, address: parseAddress(address) })),
    ],
  };
}

type Found = Omit<DevnetHere, OfDevnet> & Pick<KnownNetwork, OfDevnet>;

/** What is known only of a devnet. */
type OfDevnet = 'seed' | 'genesisTimeNanos';

/**
 * Gives what is known of the network at a URL: much of the devnet that runs here, little of others.
 */
function networkAt(url: string, path: string): Found {
  try {
    const here = readDevnetHere(path);
    if (placeOf(here.rest) === placeOf(url)) return here;
  } catch (failure) {
    if (!(failure instanceof CommandError)) throw failure;
  }
  const unknown = { seed: undefined, genesisTimeNanos: undefined };
  return { rest: url, ...unknown, networkId: 'fast:localnet', accounts: [], validators: [] };
}

/**
 * The end of a URL as a devnet prints it, also of the admin interface, from where the paths of the
 * interface begin.
 */
const REST_END = /\/(?:(?:_devnet\/)?v1\/?)?$/;

// People use this name for the address at which a devnet listens.
function placeOf(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  return `${protocol}//${host}:${port}${pathname.replace(REST_END, '')}`;
}

/**
 * Gives the URL of the option, or else of the environment. @throws OptionError for anything else
 */
function givenUrl(option: string | undefined): string | undefined {
  const given = option ?? process.env['QUORATE_URL'];
  if (given === undefined || (/^https?:/i.test(given) && URL.canParse(given))) return given;
  const from = option === undefined ? 'QUORATE_URL' : '--url';
  throw new OptionError(`${from}: expected a URL such as http://127.0.0.1:7400, got "${given}"`);
}

/**
 * Reads an address: the name of a known account, or an address in any form.
 *
 * @param argument what the command calls it
 *
 * @throws OptionError for anything else
 */
export function addressOf(network: KnownNetwork, argument: string, who: string): Address {
  const known = network.accounts.find(({ name }) => name === who);
  if (known !== undefined) return known.address;
  try {
    return parseAddress(who);
  } catch (failure) {
    if (!(failure instanceof DecodeError)) throw failure;
    throw new OptionError(`${argument}: "${who}" is not an address; ${whyNoName(network)}`);
  }
}

/** Says which names exist, to a user who has given another. */
export function whyNoName({ seed, accounts }: KnownNetwork): string {
  if (seed === undefined) return namesAreLocal;
  const names = accounts.map(({ name }) => name).join(', ');
  return names === '' ? 'no account is known by name' : `the known account names are ${names}`;
}

/** Gives the name of an address, if that is known. */
export function nameOf({ accounts }: KnownNetwork, address: Address): string | undefined {
  return accounts.find((account) => account.address === address)?.name;
}

/** As REST writes an address, or in hex digits. */
const ADDRESS = /\b(?:fast1[0-9a-z]{58}|[0-9a-f]{64})\b/g;

/** Puts names in the place of those addresses in a text whose names are known. */
export function inNames(text: string, known: readonly Named[]): string {
  return text.replaceAll(ADDRESS, (found) => {
    const address = addressIn(found);
    return known.find((each) => each.address === address)?.name ?? found;
  });
}
