import { join } from 'node:path';
import { z } from 'zod';
import { PROXY, validatorNames } from '../keys.ts';
import { checkValidatorCount, VALIDATORS_MAX } from '../options.ts';
import { fileVersion, readKept, unreadable, writeKept } from './kept-file.ts';
import { hasStore } from './node-store.ts';

/** The validators of a devnet: those of the genesis and those added later. None is ever removed. */
export interface Roster {
  readonly names: () => readonly string[];
  /**
   * Gives the name of the next one to add.
   *
   * @throws DevnetError `InvalidOption` if there are too many
   */
  readonly next: () => string;
  /** Records that it has been added and that its store is durable. @throws DevnetError */
  readonly add: () => void;
  /**
   * Records that all have been added and that their stores are durable.
   *
   * @throws DevnetError
   */
  readonly keep: () => void;
  /**
   * Tells whether a validator had been added before the roster was opened: then its store must
   * exist.
   */
  readonly hadCome: (name: string) => boolean;
  /** Whether all had been added before the roster was opened: then every node has a store. */
  readonly hadAllCome: boolean;
}

/** The file in which a data folder records its roster, once all validators have stores. */
export const ROSTER_FILE = 'roster.json';

const shape = z.strictObject({
  version: fileVersion,
  validators: z.int().min(1).max(VALIDATORS_MAX),
});

/**
 * Opens the roster of a devnet with this many validators at genesis.
 *
 * @throws DevnetError
 */
export function openRoster(dataDir: string | undefined, founders: number): Roster {
  const kept = readRoster(dataDir, founders);
  let names = validatorNames(kept ?? founders);
  // Without a roster no validators have been added. The proxy's store is created after those of all
  // validators, so it shows that these were created.
  const hadAllCome = kept !== undefined || (dataDir !== undefined && hasStore(dataDir, PROXY));
  const before = new Set(hadAllCome ? names : []);
  return {
    names: () => names,
    next() {
      checkValidatorCount(names.length + 1);
      return validatorNames(names.length + 1).at(-1) ?? '';
    },
    add() {
      const next = validatorNames(names.length + 1);
      keepRoster(dataDir, next.length);
      names = next;
    },
    keep() {
      if (kept === undefined) keepRoster(dataDir, names.length);
    },
    hadCome: (name) => before.has(name),
    hadAllCome,
  };
}

function readRoster(dataDir: string | undefined, founders: number): number | undefined {
  if (dataDir === undefined) return undefined;
  const path = join(dataDir, ROSTER_FILE);
  const kept = readKept(path, shape)?.validators;
  if (kept === undefined || kept >= founders) return kept;
  throw unreadable(
    path,
    `validators: expected ${founders} at least, since none ever goes, got ${kept}`,
  );
}

function keepRoster(dataDir: string | undefined, validators: number): void {
  if (dataDir === undefined) return;
  const text = `${JSON.stringify({ version: 1, validators }, undefined, 2)}\n`;
  writeKept(join(dataDir, ROSTER_FILE), text);
}
