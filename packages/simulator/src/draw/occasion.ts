import type { WorkloadEntry } from '../scenario/scenario.ts';
import { isOfAccount } from '../scenario/subject.ts';
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

/** Tells whether somebody reads one of these accounts. */
export function isAnyRead(
  accounts: ReadonlySet<string>,
  workload: readonly WorkloadEntry[],
): boolean {
  return workload.some(({ client, steps }) =>
    steps.some(
      (step) => step.op === 'read' && isOfAccount(step) && accounts.has(step.of ?? client),
    ),
  );
}
