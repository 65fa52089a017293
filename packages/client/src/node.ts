import { open, readFile, rename, rm } from 'node:fs/promises';
import { type Outbox, readOutgoing } from './outbox.ts';

/** Creates an outbox in a file, readable by its owner alone; what it saved outlives a power cut. */
export function fileOutbox(path: string): Outbox {
  return {
    async load() {
      try {
        return readOutgoing(await readFile(path, 'utf8'));
      } catch (failure) {
        if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw failure;
      }
    },
    async save(outgoing) {
      const unfinished = `${path}.tmp`;
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(outgoing));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    },
    clear: () => rm(path, { force: true }),
  };
}
