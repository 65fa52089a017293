import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LockedError, takeLock } from '@quorate/client/node';
import { DevnetError } from './options.ts';

/**
 * Keeps everybody else from a data folder, which is created if need be; gives what lets go of it.
 *
 * Two devnets over one folder would be two validators with one key each, that know nothing of what
 * the other has signed.
 *
 * @throws DevnetError `DataInUse`
 */
export function lockData(dataDir: string | undefined): () => void {
  if (dataDir === undefined) return () => undefined;
  mkdirSync(dataDir, { recursive: true });
  try {
    return takeLock(join(dataDir, 'devnet.lock'));
  } catch (cause) {
    if (!(cause instanceof LockedError)) throw cause;
    throw new DevnetError(
      'DataInUse',
      `another devnet runs on these data (${cause.message}): stop it, or choose another folder ` +
        'with --data-dir, or --ephemeral for none',
      { cause },
    );
  }
}
