import { invariant } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import type { ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { ownerOf } from '../links.ts';
import { seatsOf } from './seats.ts';

/** Gives the proxy of a client. */
export function proxyOf({ clients }: ScenarioCluster, name: string): NodeName {
  const client = clients.find((each) => each.name === name);
  invariant(client !== undefined, `there is no client ${name}`);
  return client.proxy;
}

/** Gives the proxy that all members of multisig accounts use for these. */
export function proxyOfAccounts({ proxies }: ScenarioCluster): NodeName {
  const [first] = proxies;
  invariant(first !== undefined, 'a cluster has a proxy');
  return first;
}

/**
 * Gives the proxies that a client needs: its own, and that of the multisig accounts for which it
 * acts.
 */
export function proxiesOf(scenario: Scenario, client: string): readonly NodeName[] {
  const { cluster } = scenario;
  const hasSeat = seatsOf(scenario).some(({ name }) => ownerOf(name) === client);
  const proxies = [proxyOf(cluster, client), ...(hasSeat ? [proxyOfAccounts(cluster)] : [])];
  return [...new Set(proxies)];
}
