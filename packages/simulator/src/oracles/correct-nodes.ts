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

/** Which nodes have been correct until now. */
export interface CorrectSoFar {
  /** Tells whether a node is not Byzantine and has forgotten nothing yet. */
  isCorrect(node: string): boolean;
  /** Notes that a node has forgotten what it signed. */
  forget(node: string): void;
  /** Tells whether any node has forgotten anything. */
  hasForgotten(): boolean;
}

/** Creates the list of who has been correct, at the start of a run. */
export function correctSoFar(scenario: Pick<Scenario, 'byzantine'>): CorrectSoFar {
  const forgotten = new Set<string>();
  const isHonest = correctNodes({ ...scenario, faults: [] });
  return {
    isCorrect: (node) => isHonest(node) && !forgotten.has(node),
    forget: (node) => forgotten.add(node),
    hasForgotten: () => forgotten.size > 0,
  };
}
