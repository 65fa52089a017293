import type { Moment } from '../faults/moment.ts';

/** What all acts have in common. */
export interface Act {
  /** Unique among all acts of a scenario. */
  readonly id: string;
  /**
   * The act applies from this moment on, or at this moment; undefined means from the start of the
   * run.
   */
  readonly moment: Moment | undefined;
}

/** What all acts have in common that change the traffic of their node. */
export interface BendingAct extends Act {
  /** The traffic that the act touches. */
  readonly only: Scope;
  /** How many times it acts; undefined means always. */
  readonly times: number | undefined;
}

/** Narrows an act to some of the traffic; an undefined key does not narrow it. */
export interface Scope {
  /**
   * The nodes that the node talks with, by name. A client that signs by hand is known under the
   * client's name.
   */
  readonly peers: readonly string[] | undefined;
  /**
   * The clients and accounts that the traffic is about: the senders of transactions, the accounts
   * queried.
   */
  readonly senders: readonly string[] | undefined;
}
