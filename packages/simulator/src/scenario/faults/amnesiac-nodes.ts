import type { Scenario } from '../scenario.ts';

/**
 * Lists the nodes whose disk a fault puts back to an earlier state. A validator among them may sign
 * twice, so it counts against f like a Byzantine one (ledger.md, V8).
 */
export function amnesiacNodes({ faults }: Pick<Scenario, 'faults'>): ReadonlySet<string> {
  return new Set(faults.flatMap((fault) => (fault.kind === 'amnesia' ? [fault.node] : [])));
}
