import type { Address, TransactionId } from '@quorate/protocol';
import type { Noted } from '../admin/traces.ts';
import type { Standing } from '../committee/standing.ts';
import type { Founded } from '../data/constitution-file.ts';
import type { Rows } from '../data/rows.ts';
import type { Acted, NumberedAilments } from '../faults/ailment.ts';
import type { PruneOptions } from '../nodes/prune.ts';
import type { PerformanceInfo } from '../ops/activity.ts';
import type { DevnetErrorCode } from '../options.ts';

/** The first message to the process of a validator. */
export interface StartMessage {
  readonly type: 'Start';
  readonly founded: Founded;
  readonly name: string;
  readonly host: string;
  /** Further names by which callers may reach it. */
  readonly allowHosts: readonly string[];
  /** The port; 0 means any free one. */
  readonly port: number;
  readonly dataDir: string;
  /** Whether it existed before: then its store must exist, unless `rows` are given. */
  readonly hadCome: boolean;
  /** Which certificates it prunes; undefined if it keeps all. */
  readonly prune?: PruneOptions | undefined;
  /** Whether the folder must be removed when the devnet has ended, however it ends. */
  readonly isTemporary: boolean;
  /** Rows that replace those of its store; undefined leaves them unchanged. */
  readonly rows: Rows | undefined;
  /** The validators of the devnet that listen by now, which may include itself. */
  readonly peers: readonly Peer[];
}

/** The address of a validator, for the others. */
export interface Peer {
  readonly name: string;
  readonly url: string;
}

/** The messages to the process of a validator. */
export type ToValidator =
  | StartMessage
  /** To do nothing until it may go on: its store has to stay as it is. */
  | { readonly type: 'Halt'; readonly id: number }
  | { readonly type: 'GoOn' }
  | { readonly type: 'Snapshot'; readonly id: number }
  | { readonly type: 'FreshKey'; readonly id: number }
  /** To suffer from exactly these ailments from now on. */
  | { readonly type: 'Suffer'; readonly id: number; readonly ailments: NumberedAilments }
  | {
      readonly type: 'SettledAt';
      readonly id: number;
      readonly transactionIds: readonly TransactionId[];
    }
  /** The validators that listen by now; it answers once it knows them. */
  | { readonly type: 'Peers'; readonly peers: readonly Peer[] }
  | { readonly type: 'Stop' };

/** The messages of the process of a validator. */
export type FromValidator =
  /** It has bound its port, and its store holds what it starts with. */
  | { readonly type: 'Listening'; readonly port: number; readonly url: string }
  /** It could not bind its port; the code is that of the system. */
  | { readonly type: 'Refused'; readonly code: string }
  /** It cannot come up: what is wrong with its data or its disk. */
  | { readonly type: 'Unfit'; readonly code: DevnetErrorCode; readonly message: string }
  | { readonly type: 'Noted'; readonly noted: Noted }
  | { readonly type: 'Acted'; readonly acted: Acted }
  | { readonly type: 'Performance'; readonly performance: PerformanceInfo }
  | Answer
  /** Its state between epochs has changed. */
  | { readonly type: 'Moved'; readonly standing: Standing }
  /** A text for the log: a node that stopped, a request that failed. */
  | { readonly type: 'Trouble'; readonly text: string };

/** The answers of the process of a validator to questions. */
export type Answer =
  | { readonly type: 'Halted'; readonly id: number }
  | { readonly type: 'Rows'; readonly id: number; readonly rows: Rows }
  | { readonly type: 'Key'; readonly id: number; readonly key: Address }
  | { readonly type: 'Suffers'; readonly id: number }
  /** In nanoseconds since the Unix epoch; undefined for what it has not settled. */
  | { readonly type: 'Settled'; readonly id: number; readonly at: readonly (bigint | undefined)[] }
  /** It tried and failed; with a code if its data or its disk is the cause. */
  | {
      readonly type: 'Unable';
      readonly id: number;
      readonly code: DevnetErrorCode | undefined;
      readonly message: string;
    };
