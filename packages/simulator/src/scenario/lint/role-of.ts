import { everyValidator } from '../committees.ts';
import type { Scenario } from '../scenario.ts';

/** Tells what a node does in a cluster; whoever has no other part is a client. */
export function roleOf(
  node: string,
  { cluster }: Pick<Scenario, 'cluster'>,
): 'validator' | 'proxy' | 'client' {
  if (everyValidator(cluster).includes(node)) return 'validator';
  return cluster.proxies.includes(node) ? 'proxy' : 'client';
}
