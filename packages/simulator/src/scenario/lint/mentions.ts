import type { Scenario } from '../scenario.ts';

/** The parts of a scenario that mention nodes without creating any. */
type Named = Omit<Scenario, 'cluster' | 'name' | 'description'>;

/**
 * Collects every name of a client or account that a scenario mentions outside of the lists that
 * create them.
 */
export function mentionedNames({ cluster, ...scenario }: Scenario): ReadonlySet<string> {
  const { name: _, description: __, ...parts } = scenario;
  const named: Named = parts;
  const signers = cluster.accounts.map((account) => account.signers);
  return new Set(textIn([named, signers, cluster.fees]));
}

function textIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textIn);
}
