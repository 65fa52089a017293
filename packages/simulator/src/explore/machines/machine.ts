import type { Message, StoreRow } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import { byText } from '../../shapes/by-text.ts';
import type { AnyObservation } from '../../world/trace-recorder.ts';

/** The complete state of one node at one moment: plain data that never changes. */
export interface Local {
  /** Its memory. */
  readonly state: unknown;
  /** Its disk; empty for a node without one. */
  readonly rows: ReadonlyMap<string, unknown>;
  /** The timers that are set; their times are ignored. */
  readonly timers: readonly string[];
}

/** A message on its way. */
export interface Sent {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly message: Message;
}

/** One step of a step machine, and the disk before it. */
export interface Observed {
  readonly observation: AnyObservation;
  readonly rows: ReadonlyMap<string, unknown>;
}

/** Why a node has stopped: what its code threw, of whatever type. */
export interface Failure {
  readonly thrown: unknown;
}

/** Does something with the code of a node, and gives what that throws. */
export function failureIn(deed: () => void): Failure | undefined {
  try {
    deed();
  } catch (thrown) {
    return { thrown };
  }
  return undefined;
}

/** The result of giving an input to a node. */
export interface Taken {
  /** Where the node stands; if it has broken, where it stood last. */
  readonly local: Local;
  readonly sent: readonly Sent[];
  /** Empty for a node that is no step machine, or that lies. */
  readonly observed: readonly Observed[];
  /** How many effects were carried out, including writes. */
  readonly effects: number;
  /** Why the node broke; absent if it did not. The rest is what it did until then. */
  readonly failure?: Failure;
}

/** One node as a function of its state; a cluster is a list of such nodes. */
export interface Machine {
  readonly name: NodeName;
  /** Further names under which it receives messages. */
  readonly aliases: readonly NodeName[];
  readonly role: 'validator' | 'proxy' | 'client' | 'user';
  /** Its state and its messages before it has received anything. */
  begin(): Taken;
  hear(local: Local, sent: Sent): Taken;
  /** A set timer goes off; absent for a node without timers. */
  fire?(local: Local, timer: string): Taken;
  /**
   * The node crashes: while it handles a message, after this many effects of that, or, without
   * `during`, between two inputs. It restarts at once from what it had written.
   */
  crash?(local: Local, during?: { readonly sent: Sent; readonly effects: number }): Taken;
}

/** Lists the rows of a disk, ascending by key. */
export function rowsOf(rows: Local['rows']): readonly StoreRow[] {
  return [...rows].sort(([a], [b]) => byText(a, b)).map(([key, value]) => ({ key, value }));
}

/** The state of a node that has nothing on disk and no timer. */
export function withoutDisk(state: unknown): Local {
  return { state, rows: NO_ROWS, timers: [] };
}

const NO_ROWS: ReadonlyMap<string, unknown> = new Map();
