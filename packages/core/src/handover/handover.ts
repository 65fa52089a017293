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
 * Says what a validator does at present: it signs; it holds no locks of the running epoch yet and
 * signs nothing before it has merged (rules C4, C6); or it has no seat in the running epoch, settles
 * and serves, and signs nothing.
 */
export type ValidatorStatus = 'active' | 'merging' | 'retired';

/** Where a validator stands between epochs. */
export interface Handover {
  /** The last epoch whose locks it holds: the one it signs in while it is active. */
  readonly served: number;
  /** Its key in that epoch; undefined where it has none. */
  readonly seat: Address | undefined;
  /** Whether its snapshot of that epoch is fixed: it never takes another (rule C5). */
  readonly isFrozen: boolean;
  /** Towards the next epoch in which it has a seat; undefined unless it is merging. */
  readonly merge: Merge | undefined;
  /** The changes whose next committee is not known to be serving yet, by the epoch that begins. */
  readonly pushes: readonly Push[];
  /** The last epoch whose beginning it has told others of since it came up; 0 if none. */
  readonly announced: number;
  /**
   * What settled too late for a snapshot, and is not known to have settled at a quorum of the running
   * committee, by sender and nonce.
   */
  readonly late: VersionedMap<string, LatePush>;
  /**
   * What others brought too late for a snapshot: it is pushed as soon as this validator counts for it,
   * by sender and nonce.
   */
  readonly unshown: VersionedMap<string, true>;
  /** Changes that others told of and that could not be settled yet; one for each node. */
  readonly rumours: readonly Rumour[];
  /**
   * The requests for certificates that no answer has come to yet, by node and id: where the network makes
   * copies of an answer, one of them asks for what comes before.
   */
  readonly asked: VersionedMap<string, true>;
}

/** What a merging validator has gathered so far; a restart begins again. */
export interface Merge {
  /** The epoch that it will serve in; it merges snapshots of the one before. */
  readonly epoch: number;
  /** One for each other member of the epoch before. */
  readonly sources: readonly Source[];
}

/** What one member has shown of the epoch that ended. */
export interface Source {
  readonly node: NodeName;
  /** The key it signed with in that epoch. */
  readonly validator: Address;
  readonly root: SnapshotRoot | undefined;
  /** How many pages have been read. */
  readonly pages: number;
  readonly entries: readonly SnapshotEntry[];
  /** How many answers with certificates are still on their way. */
  readonly awaited: number;
  /** The last account whose certificates were asked for; the next asked for come after it. */
  readonly reached: Address | undefined;
}

/** A change that a validator tells the members of both committees of (rule C4). */
export interface Push {
  /** The epoch that the change begins. */
  readonly epoch: number;
  /** Members of the new committee that say they have merged, and of the old that know of the end. */
  readonly told: readonly Address[];
  /** How often it has been sent. */
  readonly attempts: number;
}

/** A certificate that settled after the snapshot was fixed that would have shown it (rule C4). */
export interface LatePush extends Origin {
  /** Members of the current committee who have settled it, or say that they never will. */
  readonly told: readonly Address[];
  /** How often it has been sent. */
  readonly attempts: number;
}

/** A change that somebody told of, and that builds on what this validator lacks (rule C8). */
export interface Rumour {
  readonly from: NodeName;
  readonly epoch: number;
  readonly certificate: TransactionCertificate;
  /** How often its settlement has been tried. */
  readonly attempts: number;
}

/** The handover of a validator before it has seen a change. */
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
