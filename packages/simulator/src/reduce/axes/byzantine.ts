import type { RawByzantineAct } from '../../scenario/byzantine/byzantine.ts';
import type { RawScenario } from '../../scenario/scenario.ts';
import { thinned } from '../thinned.ts';

/**
 * Leaves out Byzantine nodes and acts, and replaces Byzantine nodes by nodes that crash at the
 * start.
 */
export function* fewerActs(document: RawScenario): Iterable<RawScenario> {
  const { byzantine = [] } = document;
  for (const parties of thinned(byzantine)) yield { ...document, byzantine: parties };
  yield* crashedInstead(document);
  const acts = byzantine.flatMap((party) => party.acts);
  for (const kept of thinned(acts)) yield withActs(document, new Set(kept));
}

/** A node that is honest until it crashes shows more plainly what matters. */
function* crashedInstead(document: RawScenario): Iterable<RawScenario> {
  const { byzantine = [], faults = [] } = document;
  for (const { id, node } of byzantine) {
    const isTaken = faults.some((fault) => fault.id === id);
    const crash = {
      id: isTaken ? `${id}-crash` : id,
      kind: 'crash' as const,
      node,
      at: '0 ms',
    };
    yield {
      ...document,
      faults: [...faults, crash],
      byzantine: byzantine.filter((party) => party.node !== node),
    };
  }
}

function withActs(document: RawScenario, kept: ReadonlySet<RawByzantineAct>): RawScenario {
  const { byzantine = [] } = document;
  return {
    ...document,
    byzantine: byzantine.map((party) => ({
      ...party,
      acts: party.acts.filter((act) => kept.has(act)),
    })),
  };
}
