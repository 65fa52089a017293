import type { Scenario } from '@quorate/simulator';
import { seedText } from '../campaign/seed-range.ts';

/** Says in comments where a drawn scenario comes from and which nodes it has. */
export function headOf(origin: string, { cluster, seed }: Scenario): string {
  return `# ${origin}, drawn with seed ${seedText(seed)}.\n#\n# Nodes: ${nodesOf(cluster)}.\n`;
}

/** Lists all nodes of a cluster, also the validators without a seat yet, and its accounts. */
export function nodesOf(cluster: Scenario['cluster']): string {
  const { validators, candidates, proxies, clients, accounts } = cluster;
  const names = [...clients, ...accounts].map(({ name }) => name);
  const groups = [[...validators, ...candidates], proxies, names];
  return groups.flatMap((group) => (group.length === 0 ? [] : group.join(' '))).join(', ');
}
