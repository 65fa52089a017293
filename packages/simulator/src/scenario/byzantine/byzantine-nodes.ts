import type { Scenario } from '../scenario.ts';
import type { ByzantineAct } from './byzantine.ts';
import type { SnapshotLie } from './words.ts';

/**
 * Lists the nodes of a scenario that break the rules; a node without acts is honest. Accomplices
 * count as well: a client whose rival payments a liar shows has signed them, and a validator whose
 * operator signs what a liar proposes breaks the rules too.
 */
export function byzantineNodes({ byzantine }: Pick<Scenario, 'byzantine'>): ReadonlySet<string> {
  return new Set(
    byzantine.flatMap(({ node, acts }) => {
      return acts.length === 0 ? [] : [node, ...acts.flatMap(partnersIn)];
    }),
  );
}

/** The lies that show payments which only the client itself can have signed. */
const SIGNED_IN_LEAGUE: ReadonlySet<SnapshotLie> = new Set([
  'rival',
  'three-rivals',
  'half-forged',
  'other-network',
  'other-nonce',
]);

function partnersIn(act: ByzantineAct): readonly string[] {
  if (act.act === 'false-snapshot' && SIGNED_IN_LEAGUE.has(act.shows)) return [act.of];
  return act.act === 'propose' ? act.signers : [];
}
