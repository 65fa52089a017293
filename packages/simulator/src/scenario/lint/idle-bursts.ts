import type { Path, Problem } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import { advice } from './piece-of-advice.ts';

/** A link, or the changes that a fault makes to links, and its place in the file. */
interface Placed {
  readonly link: { readonly drop?: number; readonly burst?: number };
  readonly place: Path;
}

/**
 * Finds bursts in scenarios without losses: a burst says how losses cluster, not that there are
 * any. One place may state a burst and another the losses, so a single loss is enough for all
 * bursts.
 */
export function idleBursts(scenario: Scenario): readonly Problem[] {
  const all = linksIn(scenario);
  // A seed may draw losses.
  if (scenario.swarm !== undefined || all.some(({ link }) => (link.drop ?? 0) > 0)) return [];
  const message =
    '"burst" says nothing where nothing is lost: give a drop above 0, or leave it out';
  return all.flatMap(({ link, place }) =>
    link.burst === undefined ? [] : [advice([...place, 'burst'], message)],
  );
}

function linksIn({ network, faults }: Scenario): readonly Placed[] {
  return [
    { link: network.default, place: ['network', 'default'] },
    ...network.links.map((link, index) => ({ link, place: ['network', 'links', index] })),
    ...faults.flatMap((fault, index) =>
      fault.kind === 'degrade' ? [{ link: fault.link, place: ['faults', index, 'link'] }] : [],
    ),
  ];
}
