import { counted } from '@quorate/protocol';
import { AdminError } from '../admin/admin-error.ts';
import { takesDown } from './effects.ts';
import type { StatedFault } from './fault-shape.ts';

/** The most faults in effect at once: every message is compared with those of links. */
const FAULTS_MAX = 256;
/** The most acts of all liars at once: a `twin` and a `stale-view` have stores of their own. */
const LYING_ACTS_MAX = 256;

/** What is in effect at most, in words. */
export const ROOM = `At most ${FAULTS_MAX} faults are in effect at once, not counting the nodes that are down, and at most ${LYING_ACTS_MAX} acts of all liars.`;

/**
 * Refuses one fault too many. Nodes can always be taken down: there are only so many.
 *
 * @throws AdminError `TOO_MANY`
 */
export function expectRoom(present: readonly StatedFault[], next: StatedFault): void {
  if (takesDown(next)) return;
  const lasting = present.filter((stated) => !takesDown(stated)).length;
  const acts = [...present, next].reduce((sum, stated) => sum + actsIn(stated), 0);
  if (lasting < FAULTS_MAX && acts <= LYING_ACTS_MAX) return;
  const there = `there are ${counted(lasting, 'fault')} and ${counted(acts - actsIn(next), 'act')}`;
  throw new AdminError(400, 'TOO_MANY', `${ROOM} Now ${there}: end some first`);
}

function actsIn(stated: StatedFault): number {
  return stated.kind === 'byzantine' ? stated.acts.length : 0;
}
