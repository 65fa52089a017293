import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWallet, signerOf, type Wallet } from '@quorate/client';
import { fileOutbox } from '@quorate/client/node';
import { bytesToHex } from '@quorate/protocol';
import { CommandError } from './command-error.ts';
import type { KnownNetwork } from './network.ts';

/** Hold the options that say who sends; one of them has to be given. */
export interface SenderOptions {
  /** The name of an account of the devnet. */
  readonly from?: string;
  readonly keyFile?: string;
}

/** Keep what is on its way beside what a devnet keeps. */
const OUTBOXES = '.quorate/outbox';

/**
 * Open the wallet of whoever sends.
 *
 * @throws CommandError where no key is at hand
 */
export function openWallet(network: KnownNetwork, options: SenderOptions): Wallet {
  const { client, networkId } = network;
  const signer = signerOf(secretKeyOf(network, options));
  mkdirSync(OUTBOXES, { recursive: true });
  const outbox = fileOutbox(join(OUTBOXES, `${signer.address}.json`));
  return createWallet({ client, signer, networkId, outbox });
}

/** Write a key where its owner alone can read it; never over another. */
export function writeKeyFile(path: string, secretKey: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${bytesToHex(secretKey)}\n`, { mode: 0o600, flag: 'wx' });
}

function secretKeyOf({ accounts }: KnownNetwork, { from, keyFile }: SenderOptions): string {
  if (keyFile !== undefined) return readKeyFile(keyFile);
  if (from === undefined) throw new CommandError('who sends? Give --from or --key-file.');
  const known = accounts.find(({ name }) => name === from);
  if (known !== undefined) return known.secretKey;
  const names = accounts.map(({ name }) => name).join(', ');
  throw new CommandError(`--from: expected one of ${names === '' ? 'no known accounts' : names}`);
}

function readKeyFile(path: string): string {
  const text = readFileSync(path, 'utf8').trim();
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  throw new CommandError(`${path}: expected a key of 64 hex digits`);
}
