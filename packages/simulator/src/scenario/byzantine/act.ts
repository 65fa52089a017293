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

/**
 * The kinds of requests to a validator: a dry run, a request for a signature, for settlement, or a
 * query.
 */
export type RequestKind = 'check' | 'sign' | 'settle' | 'query';

/**
 * What is wrong with the signatures of a certificate.
 *
 * One signature is missing for a quorum: `too-few`; and in its place stands a copy of another one
 * (`duplicate`), that of a stranger (`stranger`), or one for another transaction (`mixed`). Or
 * there is a quorum: with one more signature, for another transaction (`surplus`), with a
 * stranger's signature instead of the sender's (`unsigned`), or without those of the verifiers of
 * its claim (`verifiers-dropped`).
 */
export type CertificateFlaw =
  | 'too-few'
  | 'duplicate'
  | 'stranger'
  | 'mixed'
  | 'surplus'
  | 'unsigned'
  | 'verifiers-dropped';
