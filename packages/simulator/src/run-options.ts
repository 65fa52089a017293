import type { CryptoMode, Ed25519Backend } from '@quorate/crypto';
import type { Observe } from './recording/observer.ts';
import type { Reseed } from './scenario/scenario.ts';
import type { Attend } from './world/attendance.ts';
import type { NodeMakers } from './world/guests/guests.ts';
import type { Watching } from './world/watching.ts';
import type { WrongRules } from './wrong-rules.ts';

/**
 * The options of a run: everything that the scenario leaves open or that replaces its own values.
 */
export interface RunScenarioOptions extends WrongRules {
  /** The seed of the run; by default that of the scenario. */
  readonly seed?: bigint;
  /** Where the run continues with another seed; what the scenario says about it holds up to there. */
  readonly reseed?: Reseed;
  /** The Ed25519 implementation; by default the one of the machine. No run depends on it. */
  readonly backend?: Ed25519Backend;
  /** How much of Ed25519 is computed; by default what the scenario says, else `trusted`. */
  readonly crypto?: CryptoMode;
  /** What is watched; by default everything. */
  readonly watching?: Partial<Watching>;
  /**
   * The number of threads that share the validators, instead of the scenario's. Ignored in a
   * scenario with committee changes.
   */
  readonly workers?: number;
  /**
   * Nodes that replace those of the core, by name. Oracles judge them by the messages they send.
   * Names that the scenario has no node for are ignored.
   */
  readonly nodes?: NodeMakers;
  /** Creates an observer of the run; by default there is none. */
  readonly observe?: Observe;
  /** Puts a participant into the world that is not in the scenario; by default there is none. */
  readonly attend?: Attend;
}
