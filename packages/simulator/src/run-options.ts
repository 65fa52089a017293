import type { CryptoMode, Ed25519Backend } from '@quorate/crypto';
import type { Observe } from './recording/observer.ts';
import type { Attend } from './world/attendance.ts';
import type { NodeMakers } from './world/guests.ts';
import type { Watching } from './world/watching.ts';
import type { WrongRules } from './wrong-rules.ts';

/**
 * Say from where on a run has other luck. Up to there it is the same to the last draw; what was drawn
 * before it began, such as the faults of a swarm, stays as it is.
 */
export interface Reseed {
  /** After how many events; 0 is before the first. */
  readonly events: number;
  /** Of the luck from there on. */
  readonly seed: bigint;
}

/** Choose what the scenario leaves open: another seed, another crypto, wrong rules. */
export interface RunScenarioOptions extends WrongRules {
  readonly seed?: bigint;
  /** Where the run leaves its luck for another; never unless it is given. */
  readonly reseed?: Reseed;
  readonly backend?: Ed25519Backend;
  /** How much of Ed25519 is computed; `trusted` unless the scenario says otherwise. */
  readonly crypto?: CryptoMode;
  /** What is watched; everything unless a bench says otherwise. */
  readonly watching?: Partial<Watching>;
  /** How many threads share the validators, instead of what the scenario says; none where committees change. */
  readonly workers?: number;
  /**
   * Nodes of somebody else's making, by name, in place of those of the core: oracles hold them to what
   * they send. Names that the scenario has no node for are of no account.
   */
  readonly nodes?: NodeMakers;
  /** Gives somebody a view of the run; nobody watches unless it is given. */
  readonly observe?: Observe;
  /** Puts somebody into the world who is in no scenario; nobody unless it is given. */
  readonly attend?: Attend;
}
