import type { ByzantineAct, ByzantineParty } from '../../scenario/byzantine/byzantine.ts';

/** Acts in which a client signs something on which validators may lock its account. */
const SIGNS_RIVALS: ReadonlySet<string> = new Set<ByzantineAct['act']>([
  'equivocate',
  'incomplete-certificate',
  'nonce-abuse',
]);

/**
 * Lets a client obtain leaked keys of an ended epoch only if it signs no rivals.
 *
 * An account that is contested at the end of an epoch accepts any certificate of that epoch (rule
 * C8). If some validators hold it contested and others do not, old keys could make them diverge:
 * nothing is guaranteed to a committee whose keys leak to a client that has signed rivals. If a
 * client has acts of both kinds, the kind of its first one stays.
 */
export function withoutLeaksToRivals(
  parties: readonly ByzantineParty[],
): readonly ByzantineParty[] {
  const framed = new Set(parties.flatMap(({ acts }) => acts.flatMap(rivalShown)));
  return parties.flatMap((party) => {
    const first = party.acts.find((act) => isLeak(act) || SIGNS_RIVALS.has(act.act));
    const keepsLeaks = first !== undefined && isLeak(first) && !framed.has(party.node);
    const acts = party.acts.filter((act) =>
      keepsLeaks ? !SIGNS_RIVALS.has(act.act) : !isLeak(act),
    );
    return acts.length === 0 ? [] : [{ ...party, acts }];
  });
}

function isLeak({ act }: ByzantineAct): boolean {
  return act === 'leaked-keys';
}

// The client itself has to sign the rival that is shown, otherwise nobody would believe it.
function rivalShown(act: ByzantineAct): readonly string[] {
  return act.act === 'false-snapshot' && act.shows === 'rival' ? [act.of] : [];
}
