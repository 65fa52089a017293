import type { Scenario } from '../scenario.ts';

/** What of a scenario names nodes and creates none. */
type Named = Omit<Scenario, 'cluster' | 'name' | 'description'>;

/** Collect every name of a client or account outside of the list of those, whoever names it. */
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
