import type { Scenario } from '../scenario/scenario.ts';
import { READING_NANOS } from '../world/users/reader.ts';

/** How long, in nanoseconds, a client repeats a request for one transaction before it gives up. */
export const PATIENCE = 180_000_000_000n;

/**
 * Leaves a run the time that clients need if they wait for each other and each of them reaches its
 * deadline, at each of its steps, and for their pauses.
 */
export function withPatience(scenario: Scenario): Scenario {
  const { limits, workload } = scenario;
  const steps = workload.flatMap((entry) => entry.steps);
  const waits = steps.reduce((sum, step) => {
    if (step.op === 'read') return sum + READING_NANOS;
    if (step.op === 'wait') return sum + step.for;
    return step.op === 'transaction' ? sum + PATIENCE : sum;
  }, 0n);
  const simTime = limits.simTime + waits;
  return { ...scenario, limits: { ...limits, simTime } };
}
