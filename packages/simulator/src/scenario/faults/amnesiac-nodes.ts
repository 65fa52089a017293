import type { Scenario } from '../scenario.ts';

/**
 * Lists the nodes whose disk some fault puts back to an old backup. A validator among them may sign
 * twice and counts against f like a Byzantine one (ledger.md, V8).
 */
export function amnesiacNodes({ faults }: Pick<Scenario, 'faults'>): ReadonlySet<string> {
  return new Set(faults.flatMap((fault) => (fault.kind === 'amnesia' ? [fault.node] : [])));
}
