import type { Scenario } from '../scenario/scenario.ts';
import type { Budget } from './budget.ts';

/** What Byzantine nodes are drawn for. */
export interface Stage {
  readonly base: Scenario;
  readonly budget: Budget;
  /** The time within which they begin. Units: nanoseconds. */
  readonly horizon: bigint;
}
