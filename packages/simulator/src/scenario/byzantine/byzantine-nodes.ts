import type { Scenario } from '../scenario.ts';
import type { ByzantineAct } from './byzantine.ts';
import type { SnapshotLie } from './validator-act.ts';

/**
 * List the nodes of a scenario that break the rules; who has no act left is honest. A client whose rival
 * payments a liar shows has signed them, and so breaks them as well, as does a validator whose operator signs
 * what a liar proposes.
 */
export function byzantineNodes({ byzantine }: Pick<Scenario, 'byzantine'>): ReadonlySet<string> {
  return new Set(
    byzantine.flatMap(({ node, acts }) => {
      return acts.length === 0 ? [] : [node, ...acts.flatMap(partnersIn)];
    }),
  );
}

/** What nobody can show whom the client has not helped. */
const SIGNED_IN_LEAGUE: ReadonlySet<SnapshotLie> = new Set([
  'rival',
  'three-rivals',
  'half-forged',
]);

function partnersIn(act: ByzantineAct): readonly string[] {
  if (act.act === 'false-snapshot' && SIGNED_IN_LEAGUE.has(act.shows)) return [act.of];
  return act.act === 'propose' ? act.signers : [];
}
