import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import type { Scenario } from '../scenario/scenario.ts';

/**
 * Tells whether a node of a scenario is correct: it is not Byzantine, and no fault makes it forget
 * what it has signed.
 */
export function correctNodes(
  scenario: Pick<Scenario, 'byzantine' | 'faults'>,
): (node: string) => boolean {
  const incorrect = new Set([...byzantineNodes(scenario), ...amnesiacNodes(scenario)]);
  return (node) => !incorrect.has(node);
}
