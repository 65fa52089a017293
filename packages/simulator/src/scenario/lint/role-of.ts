import { everyValidator } from '../cluster/committees.ts';
import type { Scenario } from '../scenario.ts';

/** Gives the role of a node in a cluster; a node with no other role is a client. */
export function roleOf(
  node: string,
  { cluster }: Pick<Scenario, 'cluster'>,
): 'validator' | 'proxy' | 'client' {
  if (everyValidator(cluster).includes(node)) return 'validator';
  return cluster.proxies.includes(node) ? 'proxy' : 'client';
}
