import { StoreError, type StoreErrorCode } from '@quorate/storage';

/** The errors of a simulated store that only these faults cause. */
const OF_DISK: ReadonlySet<StoreErrorCode> = new Set(['Corrupt', 'DiskFull']);

/** Tells whether a node stopped because of its disk, as it must, and not because of a bug. */
export function isOfDisk(failure: unknown): boolean {
  return failure instanceof StoreError && OF_DISK.has(failure.code);
}
