import type { Reseed, Scenario } from './scenario/scenario.ts';
import type { Ending } from './world/verdict/judgement.ts';
import type { World } from './world/world.ts';

/** How far a run came, and why it ended. */
interface Run {
  readonly events: number;
  readonly ending: Ending;
}

/** Lets everything in a world happen: until nothing is left, or a limit is reached. */
export function runToEnd(world: World, { limits, reseed }: Scenario, other?: Reseed): Run {
  const { clock, failures, observer, moments, rng } = world;
  const simTime = Number(limits.simTime);
  for (;;) {
    const events = clock.fired();
    if (failures.length > 0) return { events, ending: 'failure' };
    const next = clock.nextAfter();
    if (next === undefined) return { events, ending: 'rest' };
    if (next > simTime) return { events, ending: 'time' };
    if (events === limits.events) return { events, ending: 'events' };
    if (observer?.mayGoOn(events, BigInt(next)) === false) return { events, ending: 'time' };
    const seed = seedAfter(events, reseed, other);
    if (seed !== undefined) rng.reseed(seed);
    clock.runNext();
    moments.delivered();
  }
}

// An option takes the place of what the scenario says from its own event on. Otherwise the run would
// be another one from the start.
function seedAfter(
  events: number,
  stated: Reseed | undefined,
  other: Reseed | undefined,
): bigint | undefined {
  if (other?.events === events) return other.seed;
  const isPast = other !== undefined && events > other.events;
  return stated?.events === events && !isPast ? stated.seed : undefined;
}
