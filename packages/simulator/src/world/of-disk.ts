import { StoreError, type StoreErrorCode } from '@quorate/storage';

/** What a simulated store says of nothing but these faults. */
const OF_DISK: ReadonlySet<StoreErrorCode> = new Set(['Corrupt', 'DiskFull']);

/** Tells a node that stopped because of its disk, as it must, from one that a bug of ours broke. */
export function isOfDisk(failure: unknown): boolean {
  return failure instanceof StoreError && OF_DISK.has(failure.code);
}
