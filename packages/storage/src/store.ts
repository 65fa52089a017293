/** The maximum length of a key in characters, which are bytes; LMDB as shipped allows no more. */
export const KEY_LENGTH_MAX = 511;

/** What went wrong in a store. */
export type StoreErrorCode =
  | 'Closed'
  /** What was read is not what was written. */
  | 'Corrupt'
  /** A flush or an opening found no room. */
  | 'DiskFull'
  | 'FlushFailed'
  /** The database belongs to another owner. */
  | 'ForeignStore'
  | 'InvalidKey'
  | 'InvalidLimit'
  /** A later version wrote the database. */
  | 'NewerFormat'
  | 'NotWritable'
  | 'OpenFailed'
  /** The process, or the machine, may open no more files. */
  | 'TooManyOpen'
  | 'WriteFailed';

/** The facts with which a caller decides what to do after a failure. */
export interface StoreErrorFacts {
  readonly code: StoreErrorCode;
  /** Whether the same call may succeed when it is repeated. */
  readonly retryable: boolean;
  /** The failure of the engine below, if there is one. */
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

/** Covers every possible key: keys are printable ASCII, and the upper bound is beyond that. */
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

/** Is told how a flush ended: `undefined` means that everything it covers is durable. */
export type FlushDone = (failure: StoreError | undefined) => void;

/**
 * Ordered pairs of a key and a value. A node keeps everything it must remember in one store.
 *
 * Keys are 1 to `KEY_LENGTH_MAX` characters of printable ASCII (0x20 to 0x7e), so the order of
 * strings is that of bytes. Values are immutable plain data, including byte arrays and bigints. A
 * store may return the very object that it was given, so nobody may change a value after it was
 * put. `undefined` is not a value.
 *
 * Reads and writes are synchronous, and durability is reported by a callback and not by a promise,
 * because the simulator runs nodes in virtual time: a promise would resume on the real microtask
 * queue, outside the order that the seed decides.
 */
export interface Store<V> {
  /**
   * Gives the value of a key; `undefined` when it has none. Sees every write made so far, flushed
   * or not.
   *
   * @throws StoreError `InvalidKey`, `Closed`; `Corrupt` when the medium has rotted
   */
  get(key: string): V | undefined;

  /**
   * Gives the pairs of a range in ascending key order, as they were at the moment of the call:
   * writes made during the iteration do not show. The result can be iterated more than once.
   *
   * Bounds are only compared, so any string is a valid bound; the empty one precedes all keys.
   *
   * @throws StoreError `InvalidLimit`, `Closed`; `Corrupt` when the medium has rotted
   */
  scan(range: ScanRange): Iterable<readonly [key: string, value: V]>;

  /**
   * Applies a batch, all of it or none of it. Of two writes to one key the later one wins.
   *
   * @throws StoreError `InvalidKey`, `WriteFailed`, `Closed`; nothing was written then
   */
  write(batch: readonly Write<V>[]): void;

  /**
   * Calls `done` exactly once, when everything written before this call is durable or has failed to
   * become so. Callbacks run in the order of the calls, and possibly inside the call.
   *
   * After `FlushFailed` or `DiskFull` the writes are still readable but may not survive a crash. If
   * the failure is retryable, a later flush covers them too.
   *
   * @throws StoreError `Closed`
   */
  flush(done: FlushDone): void;

  /**
   * Releases the store. Every later call, `close` included, throws `Closed`. A flush still under
   * way then reports `Closed` to its callback, or success if it was already durable.
   *
   * @throws StoreError `Closed`
   */
  close(): void;
}
