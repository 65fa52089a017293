import { join } from 'node:path';
import { z } from 'zod';
import { fileVersion, readKept, unreadable, writeKept } from './kept-file.ts';
import { validatorNames } from './keys.ts';
import { PROXY } from './local-network.ts';
import { hasStore } from './node-store.ts';
import { checkValidatorCount, VALIDATORS_MAX } from './options.ts';

/** The validators of a devnet: those that it began with, and those that came later. None ever goes. */
export interface Roster {
  readonly names: () => readonly string[];
  /** Names the one that would come next. @throws DevnetError `InvalidOption` where it is one too many */
  readonly next: () => string;
  /** Remembers that it has come, and has a store that is durable. @throws DevnetError */
  readonly add: () => void;
  /** Remembers that all have come, and have stores that are durable. @throws DevnetError */
  readonly keep: () => void;
  /** Tells a validator that had come before the roster was opened: its store has to be there. */
  readonly hadCome: (name: string) => boolean;
  /** Whether all had come before it was opened: then every node has a store. */
  readonly hadAllCome: boolean;
}

/** Where a data folder remembers its roster, once all of them have stores. */
export const ROSTER_FILE = 'roster.json';

const shape = z.strictObject({
  version: fileVersion,
  validators: z.int().min(1).max(VALIDATORS_MAX),
});

/** Opens the roster of a devnet that began with so many validators. @throws DevnetError */
export function openRoster(dataDir: string | undefined, founders: number): Roster {
  const kept = readRoster(dataDir, founders);
  let names = validatorNames(kept ?? founders);
  // Where the roster was not kept before more came than there were at first, the proxy came after all.
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
