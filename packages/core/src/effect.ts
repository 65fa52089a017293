import type { Message, Result } from './message.ts';

/** The name of a node, as the transport knows it. */
export type NodeName = string;

/** One change of a node's store. An undefined value deletes the entry. */
export interface StoreWrite<V = unknown> {
  /** Printable ASCII. Shape: `table/key within it`. */
  readonly key: string;
  readonly value: V | undefined;
}

/** A part of a node's store. */
export interface StoreRange {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

/** A range of a node's store, ascending by key. */
export interface LoadRange extends StoreRange {
  readonly limit: number;
}

/** Gives the range of all keys that begin with a prefix. The prefix ends in a slash. */
export function rangeUnder(prefix: string): StoreRange {
  // Of the characters in keys, the one that follows the slash is the digit 0.
  return { from: prefix, to: `${prefix.slice(0, -1)}0` };
}

/** An entry read from the store. */
export interface StoreRow {
  readonly key: string;
  readonly value: unknown;
}

/** The rows of each range that was asked for, in the order of the ranges. */
export type LoadedRows = readonly (readonly StoreRow[])[];

/**
 * What reaches a step machine from outside.
 *
 * `Resume` is plain data that the machine attaches to a load; it comes back with the rows.
 */
export type Input<M, Resume> =
  | { readonly type: 'Message'; readonly from: NodeName; readonly message: M }
  | { readonly type: 'Timer'; readonly id: string }
  | { readonly type: 'Loaded'; readonly resume: Resume; readonly rows: LoadedRows };

/**
 * What a step machine wants done: plain data, a closed union.
 *
 * The order of effects is a contract, also from one step to the next: the effects of one actor form
 * one queue, and nothing behind a `Persist` leaves before that write is flushed (rule V8).
 */
export type Effect<Resume> =
  | Persist
  | { readonly type: 'Load'; readonly ranges: readonly LoadRange[]; readonly resume: Resume }
  | { readonly type: 'Send'; readonly to: NodeName; readonly message: Message }
  | Reply
  /**
   * `at` is virtual or real time, in nanoseconds since the Unix epoch. Setting a timer again moves
   * it.
   */
  | { readonly type: 'SetTimer'; readonly id: string; readonly at: bigint }
  | { readonly type: 'CancelTimer'; readonly id: string };

/** One atomic batch of writes. */
export interface Persist {
  readonly type: 'Persist';
  readonly writes: readonly StoreWrite[];
}

/** An answer to a request. */
export interface Reply {
  readonly type: 'Reply';
  readonly to: NodeName;
  readonly requestId: string;
  readonly result: Result;
}

/** The result of a step: the next state and the effects to carry out. */
export interface Step<S, Resume> {
  /** The same object as before when nothing changed. */
  readonly state: S;
  readonly effects: readonly Effect<Resume>[];
}

/** Builds the effect that answers a request. */
export function reply(to: NodeName, requestId: string, result: Result): Reply {
  return { type: 'Reply', to, requestId, result };
}
