import type { Message, StoreRow } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import { byText } from '../shapes/by-text.ts';
import type { AnyObservation } from '../world/trace-recorder.ts';

/** All that one node is, at one moment: plain data that never changes. */
export interface Local {
  /** Its memory. */
  readonly state: unknown;
  /** Its disk; empty for who has none. */
  readonly rows: ReadonlyMap<string, unknown>;
  /** The timers that are set, whatever their times. */
  readonly timers: readonly string[];
}

/** A message on its way. */
export interface Sent {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly message: Message;
}

/** One step of a step machine, and the disk that it began with. */
export interface Observed {
  readonly observation: AnyObservation;
  readonly rows: ReadonlyMap<string, unknown>;
}

/** What became of a node that took something in. */
export interface Taken {
  readonly local: Local;
  readonly sent: readonly Sent[];
  /** Empty for who is no step machine, or one that lies. */
  readonly observed: readonly Observed[];
  /** How many effects were carried out, writes included. */
  readonly effects: number;
}

/** One node as a function of what it was: the whole of a cluster is a list of them. */
export interface Machine {
  readonly name: NodeName;
  /** Under which further names it is written to. */
  readonly aliases: readonly NodeName[];
  readonly role: 'validator' | 'proxy' | 'client' | 'user';
  /** What it is and says before anything has reached it. */
  begin(): Taken;
  hear(local: Local, sent: Sent): Taken;
  /** A timer that is set goes off; nothing, for who has none. */
  fire?(local: Local, timer: string): Taken;
  /**
   * Its process dies, once this has been taken in and so many effects of that were carried out; or, without
   * `sent`, while nothing goes on. It is up again at once, from what was written.
   */
  crash?(local: Local, during?: { readonly sent: Sent; readonly effects: number }): Taken;
}

/** Gives what is on a disk, ascending by key. */
export function rowsOf(rows: Local['rows']): readonly StoreRow[] {
  return [...rows].sort(([a], [b]) => byText(a, b)).map(([key, value]) => ({ key, value }));
}

/** A node that has nothing on disk, and no timer. */
export function withoutDisk(state: unknown): Local {
  return { state, rows: NO_ROWS, timers: [] };
}

const NO_ROWS: ReadonlyMap<string, unknown> = new Map();
