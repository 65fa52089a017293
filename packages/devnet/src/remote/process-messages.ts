import type { Noted } from '../admin/traces.ts';
import type { Founded } from '../constitution-file.ts';
import type { Rows } from '../local-network.ts';
import type { PerformanceInfo } from '../ops/activity.ts';

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
  /** Whether the folder is to be gone once the devnet is, however that ends. */
  readonly isTemporary: boolean;
  /** What its store is to hold instead of what it holds; undefined leaves it as it is. */
  readonly rows: Rows | undefined;
}

/** What the process of a validator hears. */
export type ToValidator =
  | StartMessage
  | { readonly type: 'Snapshot'; readonly id: number }
  | { readonly type: 'Stop' };

/** What the process of a validator tells. */
export type FromValidator =
  | { readonly type: 'Listening'; readonly port: number; readonly url: string }
  /** It could not have its port; the code is that of the system. */
  | { readonly type: 'Refused'; readonly code: string }
  | { readonly type: 'Noted'; readonly noted: Noted }
  | { readonly type: 'Performance'; readonly performance: PerformanceInfo }
  | { readonly type: 'Rows'; readonly id: number; readonly rows: Rows }
  /** Something for the log: a node that stopped, a request that failed. */
  | { readonly type: 'Trouble'; readonly text: string };
