import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Genesis } from '@quorate/core';
import { type CryptoSuite, openCrypto } from '@quorate/crypto';
import { expectNoReturn } from '../admin/returns.ts';
import { expectKept, type KeyFile, readOwnKeys } from '../committee/key-chain.ts';
import { type Founded, foundNetwork, NETWORK_FILE } from '../data/constitution-file.ts';
import { lockData } from '../data/data-lock.ts';
import { hasStore, type NodeStore, openNodeStore } from '../data/node-store.ts';
import { openRoster } from '../data/roster.ts';
import { buildGenesis } from '../genesis.ts';
import { secretKeyOf, validatorNames } from '../keys.ts';
import { DevnetError } from '../options.ts';
import { hasWalletKey, WALLET_KEY_FILE, walletKey } from '../pay/wallet-key.ts';

/** The data of a devnet that is not running. */
export interface DataFolder {
  readonly founded: Founded;
  readonly genesis: Genesis;
  /** Verifies every signature, also its own. */
  readonly crypto: CryptoSuite;
  /** The validators, in order; each has a store unless it never started. */
  readonly validators: readonly string[];
  /** Every node that has a store, ascending by name. */
  readonly nodes: readonly string[];
  /**
   * Refuses data in which the store or the keys of a validator are missing.
   *
   * @throws DevnetError `UnreadableData`
   */
  expectStores(): void;
  /**
   * Reads the keys of a validator; undefined if they are missing.
   *
   * @throws DevnetError `UnreadableData`
   */
  keysOf(validator: string): KeyFile | undefined;
  /** @throws DevnetError */
  open(node: string): NodeStore;
  /** Unlocks the data. */
  close(): void;
}

/**
 * Opens and locks the data of a devnet.
 *
 * @throws DevnetError `UnreadableData` if there are none, `DataInUse` while a devnet runs on them
 */
export function openDataFolder(dataDir: string): DataFolder {
  if (!existsSync(join(dataDir, NETWORK_FILE))) {
    throw new DevnetError('UnreadableData', `${dataDir} holds no devnet: it has no network.json`);
  }
  const unlock = lockData(dataDir);
  try {
    const founded = foundNetwork({ dataDir }, 0n);
    expectNoReturn(dataDir);
    const crypto = openCrypto('full');
    const roster = openRoster(dataDir, founded.validators);
    expectWalletKey(join(dataDir, WALLET_KEY_FILE));
    const secretOf = (role: string) => secretKeyOf(founded.seed, role);
    const isFounder = (name: string) => validatorNames(founded.validators).includes(name);
    return {
      founded,
      genesis: buildGenesis(founded, (role) => crypto.signer(secretOf(role))),
      crypto,
      validators: roster.names(),
      nodes: readdirSync(dataDir)
        .filter((name) => hasStore(dataDir, name))
        .sort(byName),
      expectStores() {
        for (const name of roster.names()) if (roster.hadCome(name)) expectKept(dataDir, name);
      },
      keysOf: (name) => readOwnKeys({ name, dataDir, first: isFounder(name) ? 1 : 0, secretOf }),
      open: (node) => openNodeStore(dataDir, node),
      close: unlock,
    };
  } catch (failure) {
    unlock();
    throw failure;
  }
}

// A devnet cannot start if the file of the wallet's key is invalid.
function expectWalletKey(path: string): void {
  if (hasWalletKey(path)) walletKey(path);
}

/** Orders names by number: v2 before v10. */
function byName(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
