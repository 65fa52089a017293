/** A wait for a transaction. */
export interface SettledWait {
  /** The id of the transaction: 64 hex digits, with or without `0x`. */
  readonly transaction: string;
  /** Whether a quorum of the current committee has to have settled it, or every member. */
  readonly state: 'settled-quorum' | 'settled-all';
  /** After how many milliseconds to give up, at most 120000; 10000 by default. */
  readonly timeoutMs?: number | undefined;
}

/** A wait until nothing happens any more. */
export interface IdleWait {
  /** For how many milliseconds nothing may be signed or settled: from 1 to 120000. */
  readonly idleMs: number;
  /** After how many milliseconds to give up, at most 120000; 10000 by default. */
  readonly timeoutMs?: number | undefined;
}

/** What a caller waits for. */
export type WaitConditions = SettledWait | IdleWait;
