import { lockFolder } from './node-store.ts';

/**
 * Keeps everybody else from a data folder, which is created if need be; gives what lets go of it.
 *
 * Two devnets over one folder would be two validators with one key each, that know nothing of what
 * the other has signed.
 *
 * @throws DevnetError `DataInUse`, `NotWritable`, `DiskFull`
 */
export function lockData(dataDir: string | undefined): () => void {
  if (dataDir === undefined) return () => undefined;
  return lockFolder(
    dataDir,
    'devnet.lock',
    'another devnet or command is using this data: stop it, or choose another folder',
  );
}
