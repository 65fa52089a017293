import { invariant } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import type { ScenarioCluster } from '../scenario/scenario.ts';

/** Names the proxy that a client talks to. */
export function proxyOf({ clients }: ScenarioCluster, name: string): NodeName {
  const client = clients.find((each) => each.name === name);
  invariant(client !== undefined, `there is no client ${name}`);
  return client.proxy;
}
