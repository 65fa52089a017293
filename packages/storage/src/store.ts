/** Bounds the length of a key in characters, which are bytes; LMDB as it is shipped takes no more. */
export const KEY_LENGTH_MAX = 511;

/** Names what went wrong in a store. */
export type StoreErrorCode =
  | 'Closed'
  /** What is read is not what was written. */
  | 'Corrupt'
  /** A flush, or an opening, that found no room. */
  | 'DiskFull'
  | 'FlushFailed'
  /** The database is somebody else's. */
  | 'ForeignStore'
  | 'InvalidKey'
  | 'InvalidLimit'
  /** A later version wrote the database. */
  | 'NewerFormat'
  | 'NotWritable'
  | 'OpenFailed'
  | 'WriteFailed';

/** Carries what a caller needs to decide what to do after a store refused or failed. */
export interface StoreErrorFacts {
  readonly code: StoreErrorCode;
  /** Whether the same call may succeed if it is made again. */
  readonly retryable: boolean;
  /** The failure of the engine underneath, where there is one. */
  readonly cause?: unknown;
}

/** Reports that a store refused a call or could not carry it out. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly retryable: boolean;

  constructor(message: string, facts: StoreErrorFacts) {
    super(message, { cause: facts.cause });
    this.code = facts.code;
    this.retryable = facts.retryable;
  }
}

/** Selects the keys `k` with `from <= k < to`, in ascending byte order. */
export interface ScanRange {
  readonly from: string;
  /** Exclusive. A range with `to <= from` is empty. */
  readonly to: string;
  /** The most pairs to return, a non-negative integer; absent means all of them. */
  readonly limit?: number;
}

/** Spans every key there can be: keys are printable ASCII, and this bound is past all of that. */
export const EVERY_KEY: ScanRange = { from: '', to: '\x7f' };

/** Sets one key to a value. */
export interface Put<V> {
  readonly type: 'Put';
  readonly key: string;
  readonly value: V;
}

/** Removes one key; removing an absent key changes nothing. */
export interface Delete {
  readonly type: 'Delete';
  readonly key: string;
}

/** Changes one key. */
export type Write<V> = Put<V> | Delete;

/** Hears how a flush ended: `undefined` when everything it covers is durable. */
export type FlushDone = (failure: StoreError | undefined) => void;

/**
 * Keeps ordered pairs of a key and a value; a node keeps everything it must remember in one.
 *
 * Keys are 1 to `KEY_LENGTH_MAX` characters of printable ASCII (0x20 to 0x7e), so string order is
 * byte order. Values are immutable plain data, byte arrays and bigints included: a store may hand
 * back the very object it was given, so nobody may change a value after it was put. `undefined` is
 * not a value.
 *
 * Reads and writes are synchronous, and durability is a callback rather than a promise, because
 * the simulator runs nodes in virtual time: a promise would resume on the real microtask queue,
 * outside the order that the seed decides.
 */
export interface Store<V> {
  /**
   * Returns the value of a key, or `undefined` when it has none; sees every write made so far,
   * flushed or not.
   *
   * @throws StoreError `InvalidKey`, `Closed`; `Corrupt` where the medium has rotted
   */
  get(key: string): V | undefined;

  /**
   * Returns the pairs of a range in ascending key order, as they were at the moment of the call:
   * writes made while the caller iterates are not seen. The result can be iterated more than once.
   *
   * Bounds are compared, never stored, so any string is a bound and the empty one precedes all.
   *
   * @throws StoreError `InvalidLimit`, `Closed`; `Corrupt` where the medium has rotted
   */
  scan(range: ScanRange): Iterable<readonly [key: string, value: V]>;

  /**
   * Applies a batch, all of it or none of it; of two writes to one key the later one wins.
   *
   * @throws StoreError `InvalidKey`, `WriteFailed`, `Closed`; nothing was written then
   */
  write(batch: readonly Write<V>[]): void;

  /**
   * Calls `done` exactly once, when everything written before this call is durable or could not be
   * made so. Callbacks run in the order of the calls, and possibly inside the call.
   *
   * After `FlushFailed` or `DiskFull` the writes are still readable but may not survive a crash; if the failure
   * is retryable, a later flush covers them too.
   *
   * @throws StoreError `Closed`
   */
  flush(done: FlushDone): void;

  /**
   * Gives up the store; afterwards every call, `close` included, throws `Closed`. A flush still
   * under way then reports `Closed` to its callback, or success if it was already durable.
   *
   * @throws StoreError `Closed`
   */
  close(): void;
}
