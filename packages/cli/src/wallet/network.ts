import { type Client, createClient } from '@quorate/client';
import { type Address, DecodeError, type NetworkId, parseAddress } from '@quorate/protocol';
import { type DevnetHere, readDevnetHere } from '../devnet/devnet-here.ts';
import { readyFilePath } from '../devnet/ready-event.ts';
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
  /** When a devnet began, decimal, which tells it from others of its seed; undefined for any other network. */
  readonly genesisTimeNanos: string | undefined;
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

/** Say why a name means nothing. */
export const namesAreLocal = 'account names are known only for the devnet that runs in this folder';

/**
 * Find the network: the URL that was given, that of `QUORATE_URL`, or the devnet that runs here, which
 * tells of itself at a path. What is given may be the URL of that very devnet.
 *
 * @throws CommandError where there is none of them, or what was given is no URL
 */
export function findNetwork(
  { url, networkId, accessToken }: NetworkOptions,
  path = readyFilePath,
): KnownNetwork {
  const given = givenUrl(url);
  const found = given === undefined ? readDevnetHere(path) : networkAt(given, path);
  const rest = found.rest.replace(REST_END, '');
  return {
    client: createClient({ url: rest, ...(accessToken === undefined ? {} : { accessToken }) }),
    rest,
    seed: found.seed,
    genesisTimeNanos: found.genesisTimeNanos,
    networkId: networkId ?? found.networkId,
    accounts: found.accounts.map(({ name, publicKey, secretKey }) => ({
      name,
      address: publicKey as Address,
      secretKey,
    })),
  };
}

type Found = Omit<DevnetHere, OfDevnet> & Pick<KnownNetwork, OfDevnet>;

/** Name what is known of a devnet alone. */
type OfDevnet = 'seed' | 'genesisTimeNanos';

/** Give what is known of the network at a URL: much of the devnet that runs here, little of others. */
function networkAt(url: string, path: string): Found {
  try {
    const here = readDevnetHere(path);
    if (placeOf(here.rest) === placeOf(url)) return here;
  } catch (failure) {
    if (!(failure instanceof CommandError)) throw failure;
  }
  const unknown = { seed: undefined, genesisTimeNanos: undefined };
  return { rest: url, ...unknown, networkId: 'fast:localnet', accounts: [] };
}

/** Ends URLs as a devnet prints them, that of its admin interface too, from where the paths of the interface begin. */
const REST_END = /\/(?:(?:_devnet\/)?v1\/?)?$/;

// People call by this name the address that a devnet listens on.
function placeOf(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  return `${protocol}//${host}:${port}${pathname.replace(REST_END, '')}`;
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
    throw new CommandError(`"${who}" is not an address; ${whyNoName(network)}`);
  }
}

/** Say which names there are, for somebody who has given another. */
export function whyNoName({ seed, accounts }: KnownNetwork): string {
  if (seed === undefined) return namesAreLocal;
  const names = accounts.map(({ name }) => name).join(', ');
  return names === '' ? 'no account is known by name' : `the known account names are ${names}`;
}

/** Name an address, where its name is known. */
export function nameOf({ accounts }: KnownNetwork, address: Address): string | undefined {
  return accounts.find((account) => account.address === address)?.name;
}
