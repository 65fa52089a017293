import type { Scenario } from '../scenario.ts';
import type { ByzantineAct } from './byzantine.ts';

/**
 * List the nodes of a scenario that break the rules; who has no act left is honest. A client whose rival
 * payment a liar shows has signed it, and so breaks them as well, as does a validator whose operator signs
 * what a liar proposes.
 */
export function byzantineNodes({ byzantine }: Pick<Scenario, 'byzantine'>): ReadonlySet<string> {
  return new Set(
    byzantine.flatMap(({ node, acts }) => {
      return acts.length === 0 ? [] : [node, ...acts.flatMap(partnersIn)];
    }),
  );
}

function partnersIn(act: ByzantineAct): readonly string[] {
  if (act.act === 'false-snapshot' && act.shows === 'rival') return [act.of];
  return act.act === 'propose' ? act.signers : [];
}
