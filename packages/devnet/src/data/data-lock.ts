import { lockFolder } from './node-store.ts';

/**
 * Locks a data folder, which is created if necessary; returns the function that unlocks it.
 *
 * Two devnets on one folder would have two validators per key, neither of which would know what the
 * other has signed.
 *
 * @throws DevnetError `DataInUse`, `NotWritable`, `DiskFull`, `TooManyOpen`
 */
export function lockData(dataDir: string | undefined): () => void {
  if (dataDir === undefined) return () => undefined;
  return lockFolder(
    dataDir,
    'devnet.lock',
    'another devnet or command is using this data: stop it, or choose another folder',
  );
}
