import { readFileSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@quorate/protocol';
import { DevnetError } from '../options.ts';
import { writeWhole } from '../whole-file.ts';

/**
 * Reads the key of the server's wallet, or creates it on first use, readable by its owner alone.
 * Shape of the file: 64 hex digits.
 *
 * @throws DevnetError `UnreadableData` for a file that holds something else
 */
export function walletKey(path: string): Uint8Array {
  const kept = readIfThere(path);
  if (kept === undefined) return createKey(path);
  if (/^[0-9a-f]{64}$/.test(kept)) return hexToBytes(kept);
  throw new DevnetError('UnreadableData', `${path}: expected a key of 64 hex digits`);
}

function createKey(path: string): Uint8Array {
  const key = globalThis.crypto.getRandomValues(new Uint8Array(32));
  writeWhole(path, `${bytesToHex(key)}\n`);
  return key;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new DevnetError('UnreadableData', `${path} cannot be read: ${String(cause)}`, { cause });
  }
}
