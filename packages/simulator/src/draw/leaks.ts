import type { ByzantineAct, ByzantineParty } from '../scenario/byzantine/byzantine.ts';

/** Acts by which a client signs what validators may lock its account on. */
const SIGNS_RIVALS: ReadonlySet<string> = new Set<ByzantineAct['act']>([
  'equivocate',
  'incomplete-certificate',
  'nonce-abuse',
]);

/**
 * Lets a client find keys of an epoch that has ended only where it signs no rivals besides.
 *
 * An account that is contested when an epoch ends takes any certificate of that epoch (rule C8), and
 * where some validators have it contested and others do not, old keys can set them at odds: nothing is
 * promised to a committee whose keys leak to somebody who has signed rivals. Of both kinds of acts that
 * which a client does first stays.
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

// The client itself signs what is shown so, or nobody would believe it.
function rivalShown(act: ByzantineAct): readonly string[] {
  return act.act === 'false-snapshot' && act.shows === 'rival' ? [act.of] : [];
}
