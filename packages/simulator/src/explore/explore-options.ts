import type { Ed25519Backend } from '@quorate/crypto';
import type { WrongRules } from '../wrong-rules.ts';

/** Say how far an exploration goes, and what may go wrong in it. */
export interface ExploreOptions extends WrongRules {
  /** Clients that act; the others do nothing, and everybody acts where it is absent. */
  readonly clients?: readonly string[];
  readonly maxStates?: number;
  readonly maxDepth?: number;
  /** Asked all along; once it gives `false`, nothing more is looked at. Goes on to the end unless it is given. */
  readonly mayGoOn?: () => boolean;
  /** How often each may happen in one order of events; never unless it is said. */
  readonly drops?: number;
  readonly duplicates?: number;
  readonly crashes?: number;
  readonly timeouts?: number;
  readonly backend?: Ed25519Backend;
}
