import type { Path, Problem } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import { advice } from './piece-of-advice.ts';

/** A link, or what a fault makes of links, and where it stands. */
interface Placed {
  readonly link: { readonly drop?: number; readonly burst?: number };
  readonly place: Path;
}

/**
 * Finds bursts in scenarios that lose nothing: a burst says how losses come, not that there are any. What
 * one place says of bursts and another of losses may come together, so one loss is enough for all.
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
