import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { Role, Swarm } from '../scenario/swarm/swarm.ts';
import { drawConspiracy } from './conspiracy.ts';
import { type Dice, wholeIn } from './dice.ts';
import { drawClientActs } from './draw-client-acts.ts';
import { drawProxyActs } from './draw-proxy-acts.ts';
import { drawValidatorActs } from './draw-validator-acts.ts';
import type { Stage } from './stage.ts';

/** Draws the Byzantine nodes beside those of the scenario, within the budget of the profile. */
export function drawByzantine(swarm: Swarm, stage: Stage, dice: Dice): readonly ByzantineParty[] {
  const { cluster, byzantine } = stage.base;
  if (cluster.clients.length === 0) return [];
  if (swarm.profile === 'beyond') return drawConspiracy(stage, dice);
  const clients = drawSome('clients', clientsOf(stage), { swarm, dice });
  const accomplice = clients[0] ?? cluster.clients[0]?.name ?? '';
  const validators = drawSome('validators', stage.budget.faulty, { swarm, dice });
  // One proxy stays honest, or nothing could be demanded of anybody.
  const proxies = drawSome('proxies', cluster.proxies.slice(1), { swarm, dice });
  const taken = new Set(byzantine.map(({ node }) => node));
  return [
    ...validators.map((node) =>
      partyOf(node, (id) => drawValidatorActs(dice(id), id, { cluster, accomplice })),
    ),
    ...proxies.map((node) =>
      partyOf(node, (id) => drawProxyActs(dice(id), id, cluster.validators)),
    ),
    ...clients.map((node) =>
      partyOf(node, (id) => drawClientActs(dice(id), id, { ...stage, client: node, cluster })),
    ),
  ].filter(({ node }) => !taken.has(node));
}

function clientsOf({ base }: Stage): readonly string[] {
  return base.cluster.clients.map(({ name }) => name);
}

/** Takes as many of the candidates as are drawn, the first ones first. */
function drawSome(
  role: Role,
  candidates: readonly string[],
  { swarm, dice }: { readonly swarm: Swarm; readonly dice: Dice },
): readonly string[] {
  const stream = dice(`byzantine/${role}`);
  const takesPart = stream.chance(swarm.odds);
  const { least, greatest } = swarm.byzantine[role];
  const most = Math.min(greatest, candidates.length);
  const count = wholeIn(stream, { least: Math.min(least, most), greatest: most });
  return takesPart ? candidates.slice(0, count) : [];
}

function partyOf(node: string, draw: (id: string) => ByzantineParty['acts']): ByzantineParty {
  const id = `byzantine-${node}`;
  return { id, node, acts: draw(id) };
}
