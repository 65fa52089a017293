import type { Input, Message, NodeName, Step, StoreRange, StoreRow } from '@quorate/core';
import type { NodePorts } from './ports.ts';

/** A step machine together with how it comes up. */
export interface NodeLogic<S, M extends Message, Resume> {
  /** Where the rows lie that `recover` is given; everywhere when absent. */
  readonly recovery?: readonly StoreRange[];
  /** Builds the state from the store, and what is to be done before anything is heard. */
  readonly recover: (rows: Iterable<StoreRow>, now: bigint) => Step<S, Resume>;
  readonly step: (state: S, input: Input<M, Resume>, now: bigint) => Step<S, Resume>;
  /** Tells the messages that this kind of node hears from all others, which it ignores. */
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
  /** Sees every step; what it throws stops the node, as if the step had thrown it. */
  readonly onStep?: (observation: Observation<S, M, Resume>) => void;
  /**
   * Hears why the node stopped: a bug of ours, or a port that failed. It must not throw.
   *
   * Nothing that was queued has left since. Whether to start the node again is for the owner to
   * say: a store may recover, a bug ends a simulated run.
   */
  readonly onFailure: (failure: unknown) => void;
}
