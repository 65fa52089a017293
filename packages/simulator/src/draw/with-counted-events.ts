import { openCrypto } from '@quorate/crypto';
import { runToEnd } from '../run-to-end.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { WATCH_NOTHING } from '../world/watching.ts';
import { createWorld } from '../world/world.ts';

/**
 * Completes a schedule by priorities that leaves open among how many events they change: among as
 * many as the same run of the core has if they never do.
 *
 * A bug that needs `depth` orderings in a run of k events is found with a probability of at least 1
 * / (n k^(`depth` - 1)) only where the points at which priorities change are spread over just these
 * k events.
 */
export function withCountedEvents(scenario: Scenario): Scenario {
  const { network, seed } = scenario;
  const { schedule } = network;
  if (typeof schedule === 'string' || schedule.events !== undefined) return scenario;
  const withSchedule = (changed: Partial<typeof schedule>): Scenario => ({
    ...scenario,
    network: { ...network, schedule: { ...schedule, ...changed } },
  });
  const steady = withSchedule({ depth: 1, events: 1 });
  const crypto = openCrypto('stub');
  const world = createWorld({ scenario: steady, seed, crypto, watching: WATCH_NOTHING });
  const { events } = runToEnd(world, steady);
  return withSchedule({ events: Math.max(1, events) });
}
