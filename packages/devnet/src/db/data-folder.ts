import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Genesis } from '@quorate/core';
import { type CryptoSuite, openCrypto } from '@quorate/crypto';
import { expectNoReturn } from '../admin/returns.ts';
import { expectKept, type KeyFile, readOwnKeys } from '../committee/key-chain.ts';
import { type Founded, foundNetwork, NETWORK_FILE } from '../constitution-file.ts';
import { lockData } from '../data-lock.ts';
import { buildGenesis } from '../genesis.ts';
import { secretKeyOf, validatorNames } from '../keys.ts';
import { hasStore, type NodeStore, openNodeStore } from '../node-store.ts';
import { DevnetError } from '../options.ts';
import { hasWalletKey, WALLET_KEY_FILE, walletKey } from '../pay/wallet-key.ts';
import { openRoster } from '../roster.ts';

/** The data of a devnet that does not run. */
export interface DataFolder {
  readonly founded: Founded;
  readonly genesis: Genesis;
  /** Verifies all that it is given, also what it has made itself. */
  readonly crypto: CryptoSuite;
  /** The validators, in order; each has a store unless it never started. */
  readonly validators: readonly string[];
  /** Every node that has a store, ascending. */
  readonly nodes: readonly string[];
  /** Refuses data of which the store or the keys of a validator are lost. @throws DevnetError `UnreadableData` */
  expectStores(): void;
  /** Reads the keys of a validator; undefined where they are lost. @throws DevnetError `UnreadableData` */
  keysOf(validator: string): KeyFile | undefined;
  /** @throws DevnetError */
  open(node: string): NodeStore;
  /** Lets others at the data again. */
  close(): void;
}

/**
 * Takes the data of a devnet for oneself.
 *
 * @throws DevnetError `UnreadableData` where there are none, `DataInUse` while a devnet runs on them
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

// No devnet starts on the data with one that is no key.
function expectWalletKey(path: string): void {
  if (hasWalletKey(path)) walletKey(path);
}

/** Orders names as people number them: v2 before v10. */
function byName(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
