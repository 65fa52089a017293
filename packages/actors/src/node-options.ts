import type { Input, Message, NodeName, Step, StoreRange, StoreRow } from '@quorate/core';
import type { NodePorts } from './ports.ts';

/** A step machine together with its recovery. */
export interface NodeLogic<S, M extends Message, Resume> {
  /** The ranges whose rows `recover` is given; the whole store when absent. */
  readonly recovery?: readonly StoreRange[];
  /** Builds the state from the store, and the effects to carry out before any input. */
  readonly recover: (rows: Iterable<StoreRow>, now: bigint) => Step<S, Resume>;
  readonly step: (state: S, input: Input<M, Resume>, now: bigint) => Step<S, Resume>;
  /** Tells which messages this kind of node accepts; it ignores all others. */
  readonly hears: (message: Message) => message is M;
}

/** One step as an observer sees it, before its effects are carried out. */
export interface Observation<S, M, Resume> {
  readonly node: NodeName;
  readonly input: Input<M, Resume>;
  readonly before: S;
  readonly after: S;
  readonly effects: Step<S, Resume>['effects'];
}

/** What a node is made of. */
export interface NodeOptions<S, M extends Message, Resume> {
  readonly name: NodeName;
  readonly ports: NodePorts;
  readonly logic: NodeLogic<S, M, Resume>;
  /** Sees every step. If it throws, the node stops as if the step had thrown. */
  readonly onStep?: (observation: Observation<S, M, Resume>) => void;
  /**
   * Is told why the node stopped: a bug in this code, or a port that failed. What it throws reaches
   * whoever has called the node, or called it back.
   *
   * Nothing that was queued has left since. The owner decides whether to start the node again: a
   * store may recover, while a bug ends a simulated run.
   */
  readonly onFailure: (failure: unknown) => void;
}
