import type { Message, Result } from './message.ts';

/** Names a node, as the transport knows it. */
export type NodeName = string;

/** One change of a node's store. An undefined value deletes the entry. */
export interface StoreWrite<V = unknown> {
  /** Printable ASCII: the table, a slash, the key within it. */
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

/** Spans the keys that begin with a prefix, which ends in a slash. */
export function rangeUnder(prefix: string): StoreRange {
  // A slash is followed, among the characters of keys, by the digit zero.
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
 * `Resume` is what the machine wants to know again when a load comes back: plain data.
 */
export type Input<M, Resume> =
  | { readonly type: 'Message'; readonly from: NodeName; readonly message: M }
  | { readonly type: 'Timer'; readonly id: string }
  | { readonly type: 'Loaded'; readonly resume: Resume; readonly rows: LoadedRows };

/**
 * What a step machine wants done: plain data, a closed union.
 *
 * Order is a contract and spans steps: the effects of one actor form one queue, and nothing behind
 * a `Persist` leaves before it is flushed (rule V8).
 */
export type Effect<Resume> =
  | Persist
  | { readonly type: 'Load'; readonly ranges: readonly LoadRange[]; readonly resume: Resume }
  | { readonly type: 'Send'; readonly to: NodeName; readonly message: Message }
  | Reply
  /** Virtual or real nanoseconds since the Unix epoch; setting a timer again moves it. */
  | { readonly type: 'SetTimer'; readonly id: string; readonly at: bigint }
  | { readonly type: 'CancelTimer'; readonly id: string };

/** One atomic batch of writes. */
export interface Persist {
  readonly type: 'Persist';
  readonly writes: readonly StoreWrite[];
}

/** Answers a request. */
export interface Reply {
  readonly type: 'Reply';
  readonly to: NodeName;
  readonly requestId: string;
  readonly result: Result;
}

/** What a step gives: the next state, and what is to be done. */
export interface Step<S, Resume> {
  /** The same object when nothing changed. */
  readonly state: S;
  readonly effects: readonly Effect<Resume>[];
}

/** Answers a request with a result. */
export function reply(to: NodeName, requestId: string, result: Result): Reply {
  return { type: 'Reply', to, requestId, result };
}
