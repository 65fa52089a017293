import type { LinkModel } from '@quorate/network';
import type { ScenarioNetwork } from './network/scenario-network.ts';

/** Gives the link between two nodes: the first override that matches, or the default. */
export function linkModels(network: ScenarioNetwork): (from: string, to: string) => LinkModel {
  const matches = (pattern: string, node: string) => pattern === '*' || pattern === node;
  return (from, to) =>
    network.links.find((link) => matches(link.from, from) && matches(link.to, to)) ??
    network.default;
}
