import type { WorkloadEntry } from '../scenario/scenario.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import type { Budget } from './budget.ts';

/** What there is to lie about, and who may. */
export interface Occasion {
  readonly swarm: Swarm;
  readonly budget: Budget;
  readonly workload: readonly WorkloadEntry[];
}

/** Names the validator that lies to those who read, where one may be Byzantine. */
export function liarOn({ swarm, budget }: Occasion): string | undefined {
  const mayLie = swarm.profile === 'safe' && swarm.byzantine.validators.greatest > 0;
  return mayLie ? budget.faulty[0] : undefined;
}
