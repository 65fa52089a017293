import fc from 'fast-check';
import { PROXY_DEEDS } from '../../arbitraries/acts/proxy-acts.ts';
import type { Stage } from '../../arbitraries/stage.ts';
import { chance } from '../../arbitraries/values.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { type Deed, withDeed } from '../party.ts';

/**
 * The probability relative to that of a class of faults: seldom does a proxy refuse submissions and
 * pass them on to nobody.
 */
const ODDS = 0.4;

/** If proxies may be Byzantine, may make the second one invent refusals; the first stays honest. */
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
