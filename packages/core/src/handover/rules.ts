import { heldEnvelopes } from '../ledger/ledger.ts';
import { quorumSize } from '../quorum.ts';
import { isBacked, shownAt } from './check-snapshot.ts';
import { lackingOf } from './late.ts';
import { lockOn } from './merge-locks.ts';
import { untoldOf } from './pushing.ts';
import type { HandoverRules } from './rule-types.ts';
import { isSpent } from './spent.ts';

/** The rules of a correct validator between epochs. */
export const HANDOVER_RULES: HandoverRules = {
  isFrozen: ({ status }) => status !== 'active',
  announcedTo: untoldOf,
  latePushedTo: lackingOf,
  shows: heldEnvelopes,
  isBacked,
  countsAt: shownAt,
  snapshots: quorumSize,
  ownCounts: heldEnvelopes,
  lockOn,
  isSpent,
};
