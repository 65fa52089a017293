import type { ByzantineAct } from '../scenario/byzantine/byzantine.ts';
import type { EncodingFault } from '../scenario/byzantine/client-act.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** What nobody can mend into something that validators would sign. */
const BEYOND_REPAIR: ReadonlySet<EncodingFault> = new Set([
  'wrong-network',
  'wrong-key',
  'small-order-key',
]);

/**
 * Tells whether all that a Byzantine client does wrong is refused by every correct validator at any time,
 * so that it locks nothing and the client is owed what others are: V1 to V6 change no state.
 *
 * Not where the committee changes: a liar may show as locked what its sender has signed (rule C6).
 */
export function isHarmless({ byzantine, changes }: Scenario, client: string): boolean {
  if (changes.length > 0) return false;
  const deeds = byzantine.flatMap(({ node, acts }) => (node === client ? acts : []));
  return deeds.length > 0 && deeds.every(isRefusedAlways);
}

function isRefusedAlways(deed: ByzantineAct): boolean {
  switch (deed.act) {
    case 'inadmissible':
      return true;
    case 'bad-encoding':
      return BEYOND_REPAIR.has(deed.kind);
    case 'nonce-abuse':
      return deed.kind === 'huge';
    default:
      return false;
  }
}
