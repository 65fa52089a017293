import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '@quorate/client/node';
import { bytesToHex, hexToBytes } from '@quorate/protocol';
import { readIfThere, unreadable, writeKept } from '../kept-file.ts';
import { DevnetError } from '../options.ts';

/** Where a data folder keeps the key of the server's wallet. */
export const WALLET_KEY_FILE = 'wallet.key';

/** Gives where a devnet keeps that key; undefined where it keeps nothing. */
export function walletKeyPath(dataDir: string | undefined): string | undefined {
  return dataDir === undefined ? undefined : join(dataDir, WALLET_KEY_FILE);
}

/**
 * Reads the key of the server's wallet; one that others may read is kept from them. Shape of the file: 64 hex
 * digits.
 *
 * @throws DevnetError `UnreadableData` for a file that holds something else, or is gone
 */
export function walletKey(path: string): Uint8Array {
  const kept = readIfThere(path)?.trim();
  if (kept === undefined) throw unreadable(path, 'it is gone');
  keepFromOthers(path);
  if (/^[0-9a-f]{64}$/.test(kept)) return hexToBytes(kept);
  throw new DevnetError('UnreadableData', `${path}: expected a key of 64 hex digits`);
}

/** Tells whether a wallet has been used; one that lies nowhere has not. */
export function hasWalletKey(path: string | undefined): boolean {
  return path !== undefined && isThere(path);
}

/** Draws the key of a wallet that has none yet. */
export function freshKey(): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(32));
}

/** Keeps the key of a wallet, readable by its owner alone. @throws DevnetError where it cannot be written */
export function keepKey(path: string, key: Uint8Array): void {
  writeKept(path, `${bytesToHex(key)}\n`);
}

const OTHERS = 0o077;
const OWNER_ALONE = 0o600;

function keepFromOthers(path: string): void {
  try {
    if ((statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNER_ALONE);
  } catch (cause) {
    throw unreadable(path, String(cause));
  }
}
