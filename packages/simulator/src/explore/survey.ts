import type { Cluster } from './cluster.ts';
import { createGiven, type Given } from './given.ts';
import type { JudgeOptions } from './judge.ts';
import { createMoves } from './moves.ts';
import { createLanguage, type Language } from './numbers/language.ts';
import { type SearchLimits, search } from './search.ts';
import { createSteps, type Edge } from './steps.ts';
import type { Budgets } from './whole.ts';

/** What all explorations of one cluster, or of parts of it, share. */
export interface Ground {
  readonly given: Given;
  readonly language: Language;
  readonly budgets: Budgets;
  readonly limits: SearchLimits;
}

/** Creates the ground for one cluster. */
export function createGround(
  { machines, committees, parties, isCorrect, witness: verifier }: Cluster,
  extent: Pick<Ground, 'budgets' | 'limits'>,
): Ground {
  const given = createGiven({ committees, nameOf: parties.nameOf, isCorrect, verifier });
  return { given, language: createLanguage(machines), ...extent };
}

/** What was found in a cluster, with the tables that were filled on the way. */
export type Survey = JudgeOptions;

/** Goes through every state of a cluster. */
export function survey(cluster: Cluster, ground: Ground): Survey {
  const { machines, isCorrect } = cluster;
  const { given, language, budgets, limits } = ground;
  const steps = createSteps(machines, given.marksOf, language);
  const counts = (node: number, { sent }: Edge) => {
    const machine = machines[node];
    if (machine === undefined || machine.role === 'user' || !isCorrect(machine.name)) return false;
    return machine.role === 'validator' || sent.length > 0;
  };
  let edges: Edge[] = [];
  const moves = createMoves({
    machines,
    steps,
    given,
    budgets,
    isCorrect,
    onEdge: (node, edge) => {
      if (counts(node, edge)) edges.push(edge);
    },
  });
  const taken = () => {
    const last = edges;
    edges = [];
    return last;
  };
  const found = search({ nodes: machines.length, steps, given, moves, limits, taken });
  return { cluster, found, steps, moves, taken };
}
