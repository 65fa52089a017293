import type { Address, TransactionId } from '@quorate/protocol';
import type { Noted } from '../admin/traces.ts';
import type { Standing } from '../committee/standing.ts';
import type { Founded } from '../constitution-file.ts';
import type { Rows } from '../local-network.ts';
import type { PerformanceInfo } from '../ops/activity.ts';
import type { DevnetErrorCode } from '../options.ts';
import type { PruneOptions } from '../prune.ts';

/** What the process of one validator is told first. */
export interface StartMessage {
  readonly type: 'Start';
  readonly founded: Founded;
  readonly name: string;
  readonly host: string;
  /** What else callers may reach it by. */
  readonly allowHosts: readonly string[];
  /** 0 takes any port that is free. */
  readonly port: number;
  readonly dataDir: string;
  /** Whether it was hosted before: then its store has to be there, unless it is given what to hold. */
  readonly hadCome: boolean;
  /** Which certificates it lets go of; undefined where it keeps all. */
  readonly prune?: PruneOptions | undefined;
  /** Whether the folder is to be gone once the devnet is, however that ends. */
  readonly isTemporary: boolean;
  /** What its store is to hold instead of what it holds; undefined leaves it as it is. */
  readonly rows: Rows | undefined;
  /** The validators of the devnet that listen by now, itself perhaps among them. */
  readonly peers: readonly Peer[];
}

/** Where a validator listens, for the others. */
export interface Peer {
  readonly name: string;
  readonly url: string;
}

/** What the process of a validator hears. */
export type ToValidator =
  | StartMessage
  | { readonly type: 'Snapshot'; readonly id: number }
  | { readonly type: 'FreshKey'; readonly id: number }
  | { readonly type: 'SettledAt'; readonly id: number; readonly transactionId: TransactionId }
  /** Who listens by now; it answers once it has heard that. */
  | { readonly type: 'Peers'; readonly peers: readonly Peer[] }
  | { readonly type: 'Stop' };

/** What the process of a validator tells. */
export type FromValidator =
  /** It has its port, and its store holds what it was to begin with. */
  | { readonly type: 'Listening'; readonly port: number; readonly url: string }
  /** It could not have its port; the code is that of the system. */
  | { readonly type: 'Refused'; readonly code: string }
  /** It cannot come up: what is wrong with its data or its disk. */
  | { readonly type: 'Unfit'; readonly code: DevnetErrorCode; readonly message: string }
  | { readonly type: 'Noted'; readonly noted: Noted }
  | { readonly type: 'Performance'; readonly performance: PerformanceInfo }
  | Answer
  /** It has moved between epochs. */
  | { readonly type: 'Moved'; readonly standing: Standing }
  /** Something for the log: a node that stopped, a request that failed. */
  | { readonly type: 'Trouble'; readonly text: string };

/** What the process of a validator answers a question with. */
export type Answer =
  | { readonly type: 'Rows'; readonly id: number; readonly rows: Rows }
  | { readonly type: 'Key'; readonly id: number; readonly key: Address }
  /** In nanoseconds since the Unix epoch; undefined where it has not settled it. */
  | { readonly type: 'Settled'; readonly id: number; readonly at: bigint | undefined }
  /** It has tried and failed; with a code where its data or its disk is what is wrong. */
  | {
      readonly type: 'Unable';
      readonly id: number;
      readonly code: DevnetErrorCode | undefined;
      readonly message: string;
    };
