import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_IDS } from '@quorate/protocol';
import { z } from 'zod';
import { validatorNames } from '../keys.ts';
import {
  ACCOUNTS_MAX,
  type Constitution,
  DEFAULT_CONSTITUTION,
  DevnetError,
  type DevnetOptions,
  VALIDATORS_MAX,
} from '../options.ts';
import { fileVersion, readKept, unreadable, writeKept } from './kept-file.ts';
import { hasStore } from './node-store.ts';
import { ROSTER_FILE } from './roster.ts';

/** A network as its data folder records it. */
export interface Founded extends Constitution {
  /** Whether the token exists from the start that clients of that network know by its id. */
  readonly hasPublicToken: boolean;
  /** Whether the un-versioned shape, which names no network, is accepted (rule V2). */
  readonly acceptsUnversioned: boolean;
  /** The genesis time, in nanoseconds since the Unix epoch. */
  readonly genesisTimeNanos: bigint;
}

/** The file in which a data folder records its network. */
export const NETWORK_FILE = 'network.json';

const decimal = z.string().regex(/^\d+$/, 'expected decimal digits').transform(BigInt);

const shape = z.strictObject({
  version: fileVersion,
  networkId: z.enum(NETWORK_IDS),
  seed: z.string(),
  validators: z.int().min(1).max(VALIDATORS_MAX),
  accounts: z.int().min(0).max(ACCOUNTS_MAX),
  balance: decimal,
  genesisTimeNanos: decimal,
  // A file without this field comes from a version without such tokens.
  hasPublicToken: z.boolean().default(false),
  // A network whose file does not say accepts it, and cannot change its terms while its data are
  // kept.
  acceptsUnversioned: z.boolean().default(true),
});

/**
 * Gives the network of a folder, or a new one, which `keepNetwork` records.
 *
 * @throws DevnetError `DifferentConstitution` if the options ask for another network than the
 * folder holds, `UnreadableData` if its file is not valid
 */
export function foundNetwork(options: DevnetOptions, now: bigint): Founded {
  const asked = given(options);
  const fresh = freshNetwork({ ...DEFAULT_CONSTITUTION, ...asked }, now);
  if (options.dataDir === undefined) return fresh;
  const file = readKept(join(options.dataDir, NETWORK_FILE), shape);
  if (file === undefined) {
    expectNobody(options.dataDir);
    return fresh;
  }
  const { version: _, ...kept } = file;
  for (const [name, value] of Object.entries(asked)) {
    const held = kept[name as keyof Constitution];
    if (held === value) continue;
    const unit = name === 'balance' ? ' least units' : '';
    throw new DevnetError(
      'DifferentConstitution',
      `${name}: expected ${held}${unit}, which the network in ${options.dataDir} has, got ${value}: ` +
        'leave the option out to go on with it, or choose another folder',
    );
  }
  return kept;
}

// A new network could not come up from the old stores, and would hide what is wrong.
function expectNobody(dataDir: string): void {
  // The file is written before the first store. The roster is written last, and may be missing as
  // well.
  const hasStores = validatorNames(1).some((name) => hasStore(dataDir, name));
  if (!hasStores && !existsSync(join(dataDir, ROSTER_FILE))) return;
  const remedy = 'put an export or a backup of the whole devnet back, or choose another folder';
  throw unreadable(
    join(dataDir, NETWORK_FILE),
    `it is gone, and a devnet was kept there; ${remedy}`,
  );
}

/**
 * Creates a new network, with the token with which clients of a public one pay. Only
 * `fast:localnet` accepts transactions that name no network: these are valid on every other network
 * that accepts them (rule V2).
 */
export function freshNetwork(constitution: Constitution, now: bigint): Founded {
  const acceptsUnversioned = constitution.networkId === 'fast:localnet';
  return { ...constitution, hasPublicToken: true, acceptsUnversioned, genesisTimeNanos: now };
}

/** Records a network in a folder, unless the folder has one already. */
export function keepNetwork(dataDir: string | undefined, founded: Founded): void {
  if (dataDir === undefined) return;
  const path = join(dataDir, NETWORK_FILE);
  if (existsSync(path)) return;
  writeKept(path, `${JSON.stringify(toFile(founded), undefined, 2)}\n`);
}

function given(options: DevnetOptions): Partial<Constitution> {
  const { networkId, seed, validators, accounts, balance } = options;
  const all = { networkId, seed, validators, accounts, balance };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function toFile({ balance, genesisTimeNanos, ...rest }: Founded) {
  return {
    version: 1,
    ...rest,
    balance: String(balance),
    genesisTimeNanos: String(genesisTimeNanos),
  };
}
