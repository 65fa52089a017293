import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from './check-shape.ts';
import { ClientError } from './client-error.ts';
import { isThere } from './is-there.ts';
import { LockedError, takeLock } from './lock-file.ts';
import { makeFolder } from './make-folder.ts';
import { type Outbox, readOutgoing } from './outbox.ts';
import { isRunning } from './process-state.ts';
import { createTurns } from './turns.ts';

export { isRunning, isThere, LockedError, makeFolder, takeLock };

/** How long to wait for somebody else who sends, in milliseconds. */
const PATIENCE = 60_000;
/** How often to look whether they have ended, in milliseconds. */
const PAUSE = 20;

/**
 * Creates an outbox in a file, readable by its owner alone; what it saved outlives a power cut.
 *
 * A file beside it, `….lock`, keeps processes apart, and threads of one; its turns end in ClientError
 * `BUSY` where somebody else does not let go of it for a minute.
 *
 * @throws DecodeError for a path that is no text
 */
export function fileOutbox(path: string): Outbox {
  text(path, 'path');
  // A process that goes to another folder must not find another outbox there, and sign anew.
  const kept = resolve(path);
  const inTurn = createTurns();
  return {
    async load() {
      try {
        return readOutgoing(await readFile(kept, 'utf8'), path);
      } catch (failure) {
        if ((failure as NodeJS.ErrnoException).code !== 'ENOENT' || isThere(kept)) throw failure;
        return undefined;
      }
    },
    async save(outgoing) {
      const unfinished = `${kept}.tmp`;
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(outgoing));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, kept);
      await syncFolder(dirname(kept));
    },
    async clear() {
      await rm(kept, { force: true });
      // What was refused must not be there again after a power cut, and be sent when it is refused no more.
      await syncFolder(dirname(kept));
    },
    exclusively: (act) =>
      inTurn(async () => {
        const release = await lockOf(`${kept}.lock`);
        try {
          return await act();
        } finally {
          release();
        }
      }),
  };
}

// The name of a file is kept in its folder, not in itself.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function lockOf(path: string): Promise<() => void> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      return takeLock(path);
    } catch (cause) {
      if (!(cause instanceof LockedError)) throw cause;
      if (performance.now() > deadline) {
        throw new ClientError('BUSY', `somebody else is sending: ${cause.message}`, { cause });
      }
    }
    await delay(PAUSE);
  }
}
