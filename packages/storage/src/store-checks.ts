import type { ScanRange, Write } from './store.ts';
import { KEY_LENGTH_MAX, StoreError } from './store.ts';

const KEY_PATTERN = /^[\x20-\x7e]+$/;

/**
 * Refuses a key that the store interface does not allow.
 *
 * @throws StoreError `InvalidKey`
 */
export function checkKey(key: string): void {
  if (key.length <= KEY_LENGTH_MAX && KEY_PATTERN.test(key)) return;
  throw new StoreError(
    `a key is 1 to ${KEY_LENGTH_MAX} printable ASCII characters, not ${JSON.stringify(key)}`,
    { code: 'InvalidKey', retryable: false },
  );
}

/**
 * Refuses a batch with a key that the store interface does not allow. It runs before the first
 * write of a batch, so that the batch is atomic.
 *
 * @throws StoreError `InvalidKey`
 */
export function checkBatch(batch: readonly Write<unknown>[]): void {
  for (const write of batch) checkKey(write.key);
}

/**
 * Gives the most pairs that a scan may return.
 *
 * @throws StoreError `InvalidLimit`
 */
export function limitOf(range: ScanRange): number {
  if (range.limit === undefined) return Number.POSITIVE_INFINITY;
  if (Number.isSafeInteger(range.limit) && range.limit >= 0) return range.limit;
  throw new StoreError(`a limit is a non-negative integer, not ${range.limit}`, {
    code: 'InvalidLimit',
    retryable: false,
  });
}

/**
 * Tells whether a range can hold only one key, its first: the space is the first character of keys.
 */
export function isOneKey({ from, to }: ScanRange): boolean {
  return to.length === from.length + 1 && to.endsWith(' ') && to.startsWith(from);
}

/** Builds the error for a call on a closed store. */
export function closedError(): StoreError {
  return new StoreError('the store is closed', { code: 'Closed', retryable: false });
}
