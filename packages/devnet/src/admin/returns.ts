import { join } from 'node:path';
import { z } from 'zod';
import { fileVersion, readKept, removeKept, writeKept } from '../data/kept-file.ts';
import { troubleOf } from '../data/node-store.ts';
import type { Log } from '../log.ts';
import { DevnetError } from '../options.ts';
import { inTime } from '../timing/in-time.ts';
import { AdminError, closes } from './admin-error.ts';

/** Puts a whole network back, one node after the other, and knows whether that was interrupted. */
export interface Returns {
  /**
   * Performs a return to a snapshot, or to the genesis. A file in the data folder records it from
   * before the return begins until it has succeeded.
   *
   * @throws DevnetError if the folder cannot be written, AdminError `SERVICE_UNAVAILABLE` if the
   * devnet is closing; in both cases nothing has been done
   */
  carryOut(snapshot: string | undefined, act: () => Promise<void>): Promise<void>;
  /**
   * Whether a return to the genesis had not succeeded when the data were opened: it has to be
   * repeated.
   */
  readonly wasCutOff: boolean;
  /** @throws AdminError `SERVICE_UNAVAILABLE` if the devnet is closing */
  expectOpen(): void;
  isClosing(): boolean;
  /** Lets no return begin any more; resolves once none is under way, or after a limited time. */
  end(): Promise<void>;
}

/** The file in which a data folder records a return. */
const RETURN_FILE = 'return.json';

const shape = z.strictObject({
  version: fileVersion,
  /** Null means the genesis. */
  snapshot: z.string().nullable(),
});

/** How many milliseconds a closing devnet waits for a return: processes may have to start first. */
const PATIENCE = 10_000;

/**
 * Opens the returns of a devnet.
 *
 * @throws DevnetError `UnreadableData` if a return to a snapshot did not succeed: the snapshot is
 * lost, so the return cannot be repeated
 */
export function openReturns(dataDir: string | undefined): Returns {
  const path = dataDir === undefined ? undefined : join(dataDir, RETURN_FILE);
  const cutOff = path === undefined ? undefined : readKept(path, shape);
  if (path !== undefined && typeof cutOff?.snapshot === 'string')
    throw mixed(path, `the snapshot ${cutOff.snapshot} was`, REMEDY);
  let underWay: Promise<unknown> = Promise.resolve();
  let isClosing = false;

  async function perform(snapshot: string | undefined, act: () => Promise<void>): Promise<void> {
    const text = `${JSON.stringify({ version: 1, snapshot: snapshot ?? null })}\n`;
    if (path !== undefined) writeKept(path, text);
    await act();
    if (path !== undefined) removeKept(path);
  }

  function expectOpen(): void {
    if (isClosing) throw closes();
  }

  return {
    expectOpen,
    isClosing: () => isClosing,
    async carryOut(snapshot, act) {
      expectOpen();
      const performed = perform(snapshot, act);
      underWay = performed.catch(() => undefined);
      await performed;
    },
    wasCutOff: cutOff !== undefined,
    async end() {
      isClosing = true;
      await inTime(underWay, performance.now() + PATIENCE);
    },
  };
}

/**
 * Repeats a reset that was interrupted, or after which some node did not come back. `reset` is
 * given the instruction that repeats it once more.
 *
 * @throws DevnetError if it fails again
 */
export async function resetAgain(reset: (again: string) => Promise<void>, log: Log): Promise<void> {
  log.warn(
    'the last reset did not put every node back: it is made again, and nothing since then is kept',
  );
  try {
    await reset('start the devnet');
  } catch (failure) {
    if (!(failure instanceof AdminError)) throw failure;
    const { message, cause } = failure;
    throw new DevnetError(troubleOf(cause)?.code ?? 'UnreadableData', message, { cause: failure });
  }
}

/**
 * Refuses data of which some were put back and others were not.
 *
 * @throws DevnetError `UnreadableData`
 */
export function expectNoReturn(dataDir: string): void {
  if (!openReturns(dataDir).wasCutOff) return;
  const remedy = 'start the devnet once, which finishes that';
  throw mixed(join(dataDir, RETURN_FILE), 'the network was', remedy);
}

const REMEDY =
  'put an export or a backup of the whole devnet back (quorate db import), or begin a new network in another folder';

function mixed(path: string, what: string, remedy: string): DevnetError {
  const why = `${what} being put back when the devnet ended, and not every node has been; ${remedy}`;
  return new DevnetError('UnreadableData', `${path}: ${why}`);
}
