import { join } from 'node:path';
import { z } from 'zod';
import { inTime } from '../in-time.ts';
import { fileVersion, readKept, removeKept, writeKept } from '../kept-file.ts';
import type { Log } from '../log.ts';
import { troubleOf } from '../node-store.ts';
import { DevnetError } from '../options.ts';
import { AdminError, closes } from './admin-error.ts';

/** Puts a whole network back, one node after the other, and knows where that was cut off. */
export interface Returns {
  /**
   * Carries out a return to a snapshot, or to the beginning. From before it acts until it has succeeded the data
   * folder says so.
   *
   * @throws DevnetError where the folder cannot be written, AdminError `SERVICE_UNAVAILABLE` once the devnet closes;
   * nothing has been done then
   */
  carryOut(snapshot: string | undefined, act: () => Promise<void>): Promise<void>;
  /** Whether one to the beginning did not succeed before it was opened: it has to be made again. */
  readonly wasCutOff: boolean;
  /** @throws AdminError `SERVICE_UNAVAILABLE` once the devnet closes */
  expectOpen(): void;
  /** Lets none begin any more; resolves once none is under way, or that has taken too long. */
  end(): Promise<void>;
}

/** Where a data folder says that it is being put back. */
const RETURN_FILE = 'return.json';

const shape = z.strictObject({
  version: fileVersion,
  /** Null for the beginning. */
  snapshot: z.string().nullable(),
});

/** Milliseconds that a devnet which closes waits for a return: processes may have to start first. */
const PATIENCE = 10_000;

/**
 * Opens the returns of a devnet.
 *
 * @throws DevnetError `UnreadableData` where one to a snapshot did not succeed: that is gone, so nobody can go on with it
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
 * Makes a reset again that was cut off, or that some node did not come back from; `reset` hears what does so once more.
 *
 * @throws DevnetError where it fails once more
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

/** Refuses data of which some were put back and others were not. @throws DevnetError `UnreadableData` */
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
