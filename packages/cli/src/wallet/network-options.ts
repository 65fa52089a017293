import type { NetworkId } from '@quorate/protocol';
import { Option } from 'commander';

/** Make the option that names a network. */
export function urlOption(what = 'the REST interface'): Option {
  const otherwise = 'QUORATE_URL by default, or else the devnet that runs here';
  return new Option('--url <url>', `${what}; ${otherwise}`);
}

/** Make the option that shows a devnet its token. */
export function tokenOption(): Option {
  const what = 'what a devnet asks for that has a token; QUORATE_TOKEN by default';
  return new Option('--token <text>', what);
}

/** Make the option that names the file of a key; `what` says whose it is to the command. */
export function keyFileOption(what: string): Option {
  return new Option('--key-file <file>', what);
}

// Written out, because no other command should have to load the protocol to be parsed.
const NETWORKS: readonly NetworkId[] = [
  'fast:localnet',
  'fast:devnet',
  'fast:testnet',
  'fast:mainnet',
];

/** Make the option that names a network by its id; `what` says what it is to the command. */
export function networkIdOption(what: string): Option {
  return new Option('--network-id <id>', what).choices(NETWORKS);
}
