import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isThere } from './files/is-there.ts';
import { keepFromOthers } from './files/keep-from-others.ts';
import { LockedError, takeLock } from './files/lock-file.ts';
import { makeFolder } from './files/make-folder.ts';
import { isRunning } from './files/process-state.ts';
import { syncFolder } from './files/sync-folder.ts';
import { ClientError } from './network/client-error.ts';
import { text } from './values/check-shape.ts';
import { type Outbox, readOutgoing } from './wallet/outbox.ts';
import { createTurns } from './wallet/turns.ts';

export { isRunning, isThere, keepFromOthers, LockedError, makeFolder, syncFolder, takeLock };

/** How long to wait while somebody else is sending, in milliseconds. */
const PATIENCE = 60_000;
/** How often to check whether they have finished, in milliseconds. */
const PAUSE = 20;

/**
 * Creates an outbox in a file that only its owner can read. What it has saved survives a power cut.
 *
 * A lock file `….lock` beside it keeps processes, and the threads of one, apart. A turn fails with
 * ClientError `BUSY` when another holder does not release it for a minute.
 *
 * @throws DecodeError for a path that is not text
 */
export function fileOutbox(path: string): Outbox {
  text(path, 'path');
  // Resolved at once: if the process changed its folder, it would otherwise find another outbox and
  // sign anew.
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
      await syncFolderOf(kept);
    },
    async clear() {
      await rm(kept, { force: true });
      // A refused transaction must not reappear after a power cut and be sent when it is no longer
      // refused.
      await syncFolderOf(kept);
    },
    exclusively: (act) =>
      inTurn(async () => {
        const release = await lockOf(`${kept}.lock`);
        try {
          return await act();
        } finally {
          letGo(release);
        }
      }),
  };
}

// As syncFolder does, while the process goes on with what does not wait for this.
async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

// What was done must not look as if it had failed. A lock file that cannot be removed is taken over:
// by this process because it no longer has it open, by others once this process has ended.
function letGo(release: () => void): void {
  try {
    release();
  } catch {
    // The next one to take the lock is told what is wrong with its folder, before anything is done.
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
