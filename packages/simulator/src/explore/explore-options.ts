import type { Ed25519Backend } from '@quorate/crypto';
import type { WrongRules } from '../wrong-rules.ts';

/** How far an exploration goes, and what may go wrong in it. */
export interface ExploreOptions extends WrongRules {
  /** The clients that act, while the others do nothing; absent means that all act. */
  readonly clients?: readonly string[];
  /** Stops after this many states of the cluster; two million by default. */
  readonly maxStates?: number;
  /** Explores only orders with at most this many moves; any number by default. */
  readonly maxDepth?: number;
  /**
   * Called repeatedly; once it returns `false`, the exploration stops. While the exploration meets
   * new states, it says how many it has met. Absent means that it never stops early.
   */
  readonly mayGoOn?: (states?: number) => boolean;
  /** How often each may happen in one order of events; never by default. */
  readonly drops?: number;
  readonly duplicates?: number;
  readonly crashes?: number;
  readonly timeouts?: number;
  readonly backend?: Ed25519Backend;
}
