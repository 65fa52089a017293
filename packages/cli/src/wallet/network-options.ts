import type { NetworkId } from '@quorate/protocol';
import { Option } from 'commander';
import type { TokenOption } from './carry-out.ts';

/** Creates the option that names a network. */
export function urlOption(what = 'the REST interface'): Option {
  const otherwise = 'QUORATE_URL by default, or else the devnet in this folder';
  return new Option('--url <url>', `${what}; ${otherwise}`);
}

/** Creates the option that gives a devnet its token. */
export function tokenOption(name: TokenOption): Option {
  const what = 'the --token that the devnet was started with';
  return new Option(`${name} <text>`, what).env('QUORATE_TOKEN');
}

/** Creates the option that names the file of a key; `what` says whose key it is to the command. */
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

/** Creates the option that names a network by its id; `what` says what it is to the command. */
export function networkIdOption(what: string): Option {
  return new Option('--network-id <id>', what).choices(NETWORKS);
}
