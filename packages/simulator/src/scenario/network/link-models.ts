import { type LinkModel, spanOf } from '@quorate/network';
import type { ScenarioNetwork } from './scenario-network.ts';

/** Gives the link between two nodes: the first override that matches, or the default. */
export function linkModels(network: ScenarioNetwork): (from: string, to: string) => LinkModel {
  const overrides = network.links.map(({ from, to, ...link }) => ({
    link,
    isAlong: spanOf({ from, to, direction: 'one-way' }),
  }));
  return (from, to) => overrides.find(({ isAlong }) => isAlong(from, to))?.link ?? network.default;
}
