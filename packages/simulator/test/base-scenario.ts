import { formatDiagnostic, ScenarioError } from '../src/scenario/diagnostic.ts';
import { loadScenario } from '../src/scenario/read/load.ts';

/** The smallest scenario file; its one step is line 12. */
export const BASE = `version: 1
name: base
cluster:
  validators: 4
  clients:
    alice: { balance: 1000 }
    bob: {}
workload:
  - id: pays
    client: alice
    steps:
      - { op: pay, to: bob, amount: 100 }
`;

/** Replaces one line (counted from 1) of the base scenario. */
export function withLine(line: number, replacement: string): string {
  return BASE.split('\n')
    .with(line - 1, replacement)
    .join('\n');
}

/** Lists what a loader says of `x.yaml`; nothing for a file that loads. */
export function diagnose(text: string): readonly string[] {
  try {
    loadScenario(text, 'x.yaml');
    return [];
  } catch (error) {
    if (error instanceof ScenarioError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
}
