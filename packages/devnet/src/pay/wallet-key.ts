import { join } from 'node:path';
import { isThere, keepFromOthers } from '@quorate/client/node';
import { bytesToHex, hexToBytes } from '@quorate/protocol';
import { readIfThere, unreadable, writeKept } from '../data/kept-file.ts';
import { DevnetError } from '../options.ts';

/** The file in which a data folder keeps the key of the server's wallet. */
export const WALLET_KEY_FILE = 'wallet.key';

/** Gives the path of that key; undefined for a devnet without a data folder. */
export function walletKeyPath(dataDir: string | undefined): string | undefined {
  return dataDir === undefined ? undefined : join(dataDir, WALLET_KEY_FILE);
}

/**
 * Reads the key of the server's wallet, and makes its file unreadable for other users. Shape of the
 * file: 64 hex digits.
 *
 * @throws DevnetError `UnreadableData` if the file is missing or malformed
 */
export function walletKey(path: string): Uint8Array {
  const kept = readIfThere(path)?.trim();
  if (kept === undefined) throw unreadable(path, 'it is gone');
  if (!/^[0-9a-f]{64}$/.test(kept)) {
    throw new DevnetError('UnreadableData', `${path}: expected a key of 64 hex digits`);
  }
  try {
    keepFromOthers(path);
  } catch (cause) {
    throw unreadable(path, String(cause));
  }
  return hexToBytes(kept);
}

/** Tells whether a wallet has been used; without a data folder it has not. */
export function hasWalletKey(path: string | undefined): boolean {
  return path !== undefined && isThere(path);
}

/**
 * Stores the key of a wallet, readable only by its owner.
 *
 * @throws DevnetError if it cannot be written
 */
export function keepKey(path: string, key: Uint8Array): void {
  writeKept(path, `${bytesToHex(key)}\n`);
}
