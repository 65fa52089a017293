import fc from 'fast-check';
import { PROXY_DEEDS } from '../arbitraries/proxy-acts.ts';
import type { Stage } from '../arbitraries/stage.ts';
import { chance } from '../arbitraries/values.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import type { Draw } from './draw.ts';
import { type Deed, withDeed } from './party.ts';

/** How much rarer than a class of faults it is that a proxy refuses what it passes on to nobody. */
const ODDS = 0.4;

/** Has the second proxy make up refusals now and then, where proxies may be Byzantine; the first stays honest. */
export function withFalseRefusals(
  parties: readonly ByzantineParty[],
  swarm: Swarm,
  { stage, draw }: { readonly stage: Stage; readonly draw: Draw },
): readonly ByzantineParty[] {
  const [, node] = stage.cluster.proxies;
  const mayLie = swarm.profile === 'safe' && swarm.byzantine.proxies.greatest > 0;
  if (node === undefined || !mayLie) return parties;
  const drawn = fc.tuple(chance(swarm.odds * ODDS), PROXY_DEEDS['false-refusal']);
  const [takesPart, sketch] = draw('byzantine/false-refusal', drawn);
  const culprit = { ...stage, node, accomplice: '' };
  return takesPart ? withDeed(parties, node, sketch(culprit) as Deed) : parties;
}
