import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Keyring } from '@quorate/core';
import type { CryptoSuite, Signer } from '@quorate/crypto';
import { type Address, bytesToHex, hexToBytes } from '@quorate/protocol';
import { z } from 'zod';
import { fileVersion, readKept, unreadable, writeKept } from '../data/kept-file.ts';
import { expectStore } from '../data/node-store.ts';

/**
 * The validator keys of one node: one for each committee in which it has, or requests, a seat (C9).
 */
export interface KeyChain extends Keyring {
  /**
   * Derives a key that was never used before, and stores it; the key is durable when this returns.
   *
   * @throws DevnetError if the data folder cannot be written
   */
  fresh(): Address;
  /** Lists the keys that it holds, in the order in which they were derived. */
  held(): readonly Address[];
  /**
   * Destroys a key, also on the disk.
   *
   * @throws DevnetError if the data folder cannot be written; the key is then still held
   */
  destroy(key: Address): void;
  /**
   * Derives every key again that was ever used: for a node that is put back to an earlier state.
   */
  renew(): void;
}

/** What the keys of a node derive from. */
export interface KeyChainOptions {
  readonly name: string;
  /** The folder of its file; undefined means that keys are only kept in memory. */
  readonly dataDir: string | undefined;
  /** The number of keys of a node without a file: 1 with a seat in epoch 0, else 0. */
  readonly first: number;
  /** Derives the secret key of a role. */
  readonly secretOf: (role: string) => Uint8Array;
  readonly crypto: CryptoSuite;
}

/** Opens the keys of a node: those of its file, or its first ones. @throws DevnetError */
export function openKeyChain(options: KeyChainOptions): KeyChain {
  const { name, dataDir, first, secretOf, crypto } = options;
  const path = dataDir === undefined ? undefined : keyFilePath(dataDir, name);
  const kept = dataDir === undefined ? undefined : readOwnKeys({ ...options, dataDir });
  let issued = kept?.issued ?? first;
  const keys = new Map<Address, Held>();

  function hold(secretKey: Uint8Array): Address {
    const signer = crypto.signer(secretKey);
    keys.set(signer.address, { secretKey, signer });
    return signer.address;
  }

  function derive(index: number): Address {
    return hold(secretOf(roleOf(name, index)));
  }

  function keep(): void {
    if (path === undefined) return;
    const held = [...keys.values()].map(({ secretKey }) => bytesToHex(secretKey));
    writeKept(path, keyFileText({ issued, keys: held }));
  }

  function renew(): void {
    for (let index = 0; index < issued; index += 1) derive(index);
    keep();
  }

  if (kept?.keys === undefined) renew();
  else for (const key of kept.keys) hold(hexToBytes(key));

  return {
    find: (key) => keys.get(key)?.signer,
    held: () => [...keys.keys()],
    fresh() {
      const key = derive(issued);
      issued += 1;
      keep();
      return key;
    },
    destroy(key) {
      const held = keys.get(key);
      if (held === undefined) return;
      keys.delete(key);
      try {
        keep();
      } catch (failure) {
        keys.set(key, held);
        throw failure;
      }
    },
    renew,
  };
}

interface Held {
  readonly secretKey: Uint8Array;
  readonly signer: Signer;
}

/** The content of a node's key file. */
export interface KeyFile {
  /** The number of keys that were ever derived. */
  readonly issued: number;
  /** The keys that are held, 64 hex digits each; absent means all that were derived. */
  readonly keys?: readonly string[];
}

/**
 * More keys than any node requests. All issued keys have to be derived to recognise those in a
 * file.
 */
const ISSUED_MAX = 100_000;

const shape = z.strictObject({
  version: fileVersion,
  issued: z.int().min(0).max(ISSUED_MAX),
  keys: z.array(z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits')).exactOptional(),
});

/** Writes the text of a key file. */
export function keyFileText({ issued, keys }: KeyFile): string {
  const file = { version: 1, issued, ...(keys === undefined ? {} : { keys }) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** The end of the names of key files, after the name of the node. */
export const KEY_FILE_END = '.keys';

/** Gives the path of a node's key file. */
function keyFilePath(dataDir: string, name: string): string {
  return join(dataDir, `${name}${KEY_FILE_END}`);
}

/** Reads a key file; undefined if there is none. @throws DevnetError `UnreadableData` */
export function readKeyFile(path: string): KeyFile | undefined {
  return readKept(path, shape);
}

/**
 * Reads the keys of a node of this network; undefined if it has no file. With the keys of another
 * node it would sign in that node's place, without knowing its locks.
 *
 * @throws DevnetError `UnreadableData` if the file is not the node's own, or is invalid
 */
export function readOwnKeys({
  name,
  dataDir,
  first,
  secretOf,
}: Pick<KeyChainOptions, 'name' | 'first' | 'secretOf'> & { readonly dataDir: string }):
  | KeyFile
  | undefined {
  const path = keyFilePath(dataDir, name);
  const kept = readKeyFile(path);
  if (kept === undefined) return undefined;
  const { issued, keys = [] } = kept;
  if (issued < first) throw unreadable(path, `issued: expected ${first} at least, got ${issued}`);
  const own = new Set<string>();
  for (let index = 0; index < issued; index += 1)
    own.add(bytesToHex(secretOf(roleOf(name, index))));
  const foreign = keys.findIndex((key) => !own.has(key));
  if (foreign === -1) return kept;
  throw unreadable(path, `keys.${foreign}: expected a key of ${name} in this network`);
}

/**
 * Refuses to start anew a node that existed before: without its store it would have forgotten its
 * locks, and without its keys which seat they belong to.
 *
 * @throws DevnetError `UnreadableData` if either is missing
 */
export function expectKept(dataDir: string, name: string): void {
  expectStore(dataDir, name);
  const path = keyFilePath(dataDir, name);
  if (existsSync(path)) return;
  throw unreadable(path, 'it is gone; put an export or a backup of the whole devnet back');
}

// The genesis names the first key of a validator after the validator.
function roleOf(name: string, index: number): string {
  return index === 0 ? name : `${name}/key-${index}`;
}
