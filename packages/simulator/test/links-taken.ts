import { runScenario } from '../src/run-scenario.ts';
import { everyValidator } from '../src/scenario/cluster/committees.ts';
import type { Scenario } from '../src/scenario/scenario.ts';
import { ownerOf } from '../src/world/links.ts';

/** Lists the links of the scenario's nodes over which something arrives in its run. */
export function linksTakenIn(scenario: Scenario) {
  const { proxies, clients, ...seats } = scenario.cluster;
  const nodes = [...everyValidator(seats), ...proxies, ...clients.map(({ name }) => name)];
  const taken = new Map<string, { readonly from: string; readonly to: string }>();
  const recorded = ({ from: sender, to }: { readonly from: string; readonly to: string }) => {
    const from = ownerOf(sender);
    if (nodes.includes(from) && nodes.includes(to)) taken.set(`${from} ${to}`, { from, to });
  };
  const observe = () => ({
    mayGoOn: () => true,
    recorded,
    sent: () => undefined,
    lost: () => undefined,
  });
  runScenario(scenario, { crypto: 'stub', observe });
  return [...taken.values()];
}
