import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_IDS } from '@quorate/protocol';
import { z } from 'zod';
import { fileVersion, readKept, unreadable, writeKept } from './kept-file.ts';
import { validatorNames } from './keys.ts';
import { hasStore } from './node-store.ts';
import {
  ACCOUNTS_MAX,
  type Constitution,
  DEFAULT_CONSTITUTION,
  DevnetError,
  type DevnetOptions,
  VALIDATORS_MAX,
} from './options.ts';
import { ROSTER_FILE } from './roster.ts';

/** A network as its data folder remembers it. */
export interface Founded extends Constitution {
  /** Whether the token that clients of that network know by its id exists from the start. */
  readonly hasPublicToken: boolean;
  /** Whether the un-versioned shape, which names no network, is accepted (rule V2). */
  readonly acceptsUnversioned: boolean;
  /** When it began, in nanoseconds since the Unix epoch. */
  readonly genesisTimeNanos: bigint;
}

/** Where a data folder remembers its network. */
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
  // One whose file does not say began before there was any.
  hasPublicToken: z.boolean().default(false),
  // A network whose file does not say accepts it, and cannot change its terms while its data are kept.
  acceptsUnversioned: z.boolean().default(true),
});

/**
 * Gives the network that a folder holds, or one that is fresh: `keepNetwork` puts it there.
 *
 * @throws DevnetError `DifferentConstitution` where the options ask for another network than the
 * folder holds, `UnreadableData` where its file is not one of ours
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

// Another network in its place could not come up from the stores, and would hide what is wrong.
function expectNobody(dataDir: string): void {
  // Its file is there before the first store is; the roster comes last, and may be gone as well.
  const hasStores = validatorNames(1).some((name) => hasStore(dataDir, name));
  if (!hasStores && !existsSync(join(dataDir, ROSTER_FILE))) return;
  const remedy = 'put an export or a backup of the whole devnet back, or choose another folder';
  throw unreadable(
    join(dataDir, NETWORK_FILE),
    `it is gone, and a devnet was kept there; ${remedy}`,
  );
}

/**
 * Founds a network now, with the token by which clients of a public one pay. Only the one that everybody has on a
 * machine of their own accepts transactions that name no network: they are good on every other that does (rule V2).
 */
export function freshNetwork(constitution: Constitution, now: bigint): Founded {
  const acceptsUnversioned = constitution.networkId === 'fast:localnet';
  return { ...constitution, hasPublicToken: true, acceptsUnversioned, genesisTimeNanos: now };
}

/** Has a folder remember its network; what it remembers stays. */
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
