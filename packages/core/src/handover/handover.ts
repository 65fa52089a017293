import type {
  Address,
  SnapshotEntry,
  SnapshotRoot,
  TransactionCertificate,
} from '@quorate/protocol';
import type { NodeName } from '../effect.ts';
import type { Origin } from '../ledger/ledger.ts';
import { VersionedMap } from '../versioned-map.ts';

/**
 * What a validator does at present.
 *
 * `active`: it signs. `merging`: it is on its way into an epoch in which it has a seat, and signs
 * nothing before it has merged (rules C4, C6). `retired`: it has no seat in the current epoch; it
 * settles and serves, but signs nothing.
 */
export type ValidatorStatus = 'active' | 'merging' | 'retired';

/** Where a validator stands between epochs. */
export interface Handover {
  /** The last epoch whose locks it holds: the one it signs in while it is active. */
  readonly served: number;
  /** Its validator key in that epoch; undefined when it has none. */
  readonly seat: Address | undefined;
  /** Whether its snapshot of that epoch is fixed. It never takes another (rule C5). */
  readonly isFrozen: boolean;
  /** The merge into the next epoch in which it has a seat; undefined unless it is merging. */
  readonly merge: Merge | undefined;
  /** The changes, by the epoch they begin, whose new committee may not be serving yet. */
  readonly pushes: readonly Push[];
  /** The last epoch whose beginning it has announced since startup; 0 if none. */
  readonly announced: number;
  /**
   * Certificates that settled too late for the snapshot and may not have settled at a quorum of the
   * current committee yet; by sender and nonce.
   */
  readonly late: VersionedMap<string, LatePush>;
  /**
   * Certificates that others brought too late for the snapshot, by sender and nonce. One is pushed
   * once somebody delivers it here and counts this validator among those that have settled it.
   */
  readonly unshown: VersionedMap<string, true>;
  /** Announced changes that could not be settled yet, by the node that announced them. */
  readonly rumours: readonly Rumour[];
  /**
   * The requests for certificates that are still unanswered, by node and id. If the network
   * duplicates an answer, only one copy triggers the next request.
   */
  readonly asked: VersionedMap<string, true>;
}

/** The progress of a merge. It is not stored, so a restart begins again. */
export interface Merge {
  /** The epoch to be entered. The snapshots are of the epoch before it. */
  readonly epoch: number;
  /** One for each other member of the previous epoch. */
  readonly sources: readonly Source[];
}

/** What one member has shown of the ended epoch. */
export interface Source {
  readonly node: NodeName;
  /** The validator key of the member in that epoch. */
  readonly validator: Address;
  readonly root: SnapshotRoot | undefined;
  /** How many pages have been read. */
  readonly pages: number;
  readonly entries: readonly SnapshotEntry[];
  /** How many requests for certificates are unanswered. */
  readonly awaited: number;
  /** The last account whose certificates were requested; the next requests continue after it. */
  readonly reached: Address | undefined;
}

/** A change that a validator announces to the members of both committees (rule C4). */
export interface Push {
  /** The epoch that the change begins. */
  readonly epoch: number;
  /**
   * The members that need no further announcement: those of the new committee that report having
   * merged, and those of the old one that know that their epoch has ended.
   */
  readonly told: readonly Address[];
  /** How many announcements were sent. */
  readonly attempts: number;
}

/** A certificate that settled after the snapshot that would have shown it was fixed (rule C4). */
export interface LatePush extends Origin {
  /**
   * The members of the current committee that have settled it, or answered that they never will.
   */
  readonly told: readonly Address[];
  /** How many times it was sent. */
  readonly attempts: number;
}

/** An announced change that builds on something this validator lacks (rule C8). */
export interface Rumour {
  readonly from: NodeName;
  readonly epoch: number;
  readonly certificate: TransactionCertificate;
  /** How many times the timer has tried to settle it. */
  readonly attempts: number;
}

/** Gives the handover of a validator that has not seen a change. */
export function noHandover(seat: Address | undefined): Handover {
  return {
    served: 0,
    seat,
    isFrozen: false,
    merge: undefined,
    pushes: [],
    announced: 0,
    late: VersionedMap.empty(),
    unshown: VersionedMap.empty(),
    rumours: [],
    asked: VersionedMap.empty(),
  };
}
