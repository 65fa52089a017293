import type { ByzantineAct } from '../../scenario/byzantine/byzantine.ts';
import type { EncodingFault } from '../../scenario/byzantine/words.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** The faults that nobody can turn into something that validators would sign. */
const BEYOND_REPAIR: ReadonlySet<EncodingFault> = new Set([
  'wrong-network',
  'wrong-key',
  'small-order-key',
]);

/**
 * Tells whether everything wrong that a Byzantine client does is refused by every correct validator
 * at any time. Then it locks nothing, because V1 to V6 change no state, and the client is owed what
 * others are.
 *
 * Not when the committee changes: a liar may show as locked what its sender has signed (rule C6).
 */
export function isHarmless({ byzantine, changes }: Scenario, client: string): boolean {
  if (changes.length > 0) return false;
  const deeds = byzantine.flatMap(({ node, acts }) => (node === client ? acts : []));
  return deeds.length > 0 && deeds.every(isRefusedAlways);
}

function isRefusedAlways(deed: ByzantineAct): boolean {
  switch (deed.act) {
    case 'inadmissible':
    case 'forged-share':
      return true;
    case 'bad-encoding':
      return BEYOND_REPAIR.has(deed.kind);
    case 'nonce-abuse':
      return deed.kind === 'huge';
    default:
      return false;
  }
}
