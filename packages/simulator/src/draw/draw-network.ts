import type { LinkModel } from '@quorate/network';
import { delayOf, scheduleOf, TROUBLES, troubleOf } from '../arbitraries/links.ts';
import type { Stage } from '../arbitraries/stage.ts';
import type { ScenarioNetwork } from '../scenario/network/scenario-network.ts';
import type { NetworkClass, Swarm } from '../scenario/swarm/swarm.ts';
import type { Draw } from './draw.ts';
import { drawUnevenLinks } from './uneven-links.ts';

/**
 * Draws how links treat messages, and the schedule; the overrides of a scenario keep their delays.
 */
export function drawNetwork(
  base: ScenarioNetwork,
  { swarm, stage }: { readonly swarm: Swarm; readonly stage: Stage },
  draw: Draw,
): ScenarioNetwork {
  const classes = Object.keys(TROUBLES) as NetworkClass[];
  const troubles: Partial<LinkModel>[] = classes.map((name) =>
    draw(`network/${name}`, troubleOf(name, swarm)),
  );
  const features = Object.assign({}, ...troubles);
  const delay = draw('network/delay', delayOf(swarm)) ?? base.default.delay;
  const usual = { ...base.default, delay, ...features };
  return {
    default: usual,
    links: [
      ...base.links.map((link) => ({ ...link, ...features })),
      ...drawUnevenLinks(swarm, { stage, usual }, draw),
    ],
    order: base.order,
    schedule: draw('schedule', scheduleOf(swarm)),
  };
}
