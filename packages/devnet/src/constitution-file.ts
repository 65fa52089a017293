import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_IDS } from '@quorate/protocol';
import { z } from 'zod';
import { folderError } from './node-store.ts';
import {
  type Constitution,
  DEFAULT_CONSTITUTION,
  DevnetError,
  type DevnetOptions,
} from './options.ts';
import { writeWhole } from './whole-file.ts';

/** A network as its data folder remembers it. */
export interface Founded extends Constitution {
  /** When it began, in nanoseconds since the Unix epoch. */
  readonly genesisTimeNanos: bigint;
}

const FILE = 'network.json';

const decimal = z.string().regex(/^\d+$/).transform(BigInt);

const shape = z.strictObject({
  version: z.literal(1, 'a newer version of Quorate wrote it: use that version'),
  networkId: z.enum(NETWORK_IDS),
  seed: z.string(),
  validators: z.int().min(1).max(100),
  accounts: z.int().min(0),
  balance: decimal,
  genesisTimeNanos: decimal,
});

/**
 * Gives the network that a folder holds, or one that is fresh: `keepNetwork` puts it there.
 *
 * @throws DevnetError `DifferentConstitution` where the options ask for another network than the
 * folder holds, `UnreadableData` where its file is not one of ours
 */
export function foundNetwork(options: DevnetOptions, now: bigint): Founded {
  const asked = given(options);
  const fresh = { ...DEFAULT_CONSTITUTION, ...asked, genesisTimeNanos: now };
  if (options.dataDir === undefined) return fresh;
  const kept = readFounded(join(options.dataDir, FILE));
  if (kept === undefined) return fresh;
  for (const [name, value] of Object.entries(asked)) {
    const held = kept[name as keyof Constitution];
    if (held === value) continue;
    throw new DevnetError(
      'DifferentConstitution',
      `${options.dataDir} holds a network whose ${name} is ${held}, not ${value}: leave the option ` +
        'out to go on with it, or choose another folder',
    );
  }
  return kept;
}

/** Has a folder remember its network; what it remembers stays. */
export function keepNetwork(dataDir: string | undefined, founded: Founded): void {
  if (dataDir === undefined) return;
  const path = join(dataDir, FILE);
  if (existsSync(path)) return;
  try {
    writeWhole(path, `${JSON.stringify(toFile(founded), undefined, 2)}\n`);
  } catch (cause) {
    throw folderError(dataDir, cause);
  }
}

function given(options: DevnetOptions): Partial<Constitution> {
  const { networkId, seed, validators, accounts, balance } = options;
  const all = { networkId, seed, validators, accounts, balance };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function readFounded(path: string): Founded | undefined {
  try {
    const { version: _, ...founded } = shape.parse(JSON.parse(readFileSync(path, 'utf8')));
    return founded;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new DevnetError('UnreadableData', `${path} cannot be read: ${reason}`, { cause });
  }
}

function toFile({ balance, genesisTimeNanos, ...rest }: Founded) {
  return {
    version: 1,
    ...rest,
    balance: String(balance),
    genesisTimeNanos: String(genesisTimeNanos),
  };
}
