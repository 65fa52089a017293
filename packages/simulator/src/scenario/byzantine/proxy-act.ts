import type { BendingAct } from './act.ts';
import type { ForgedFlaw, ProxyRefusal, TrafficKind } from './words.ts';

/** One thing that a Byzantine proxy does. */
export type ProxyAct = BendingProxyAct | StaleCommittee;

/** An act that changes what passes between a proxy and the network. */
export type BendingProxyAct = BendingAct & ProxyDeed;

/** What a Byzantine proxy may do; shape: docs/scenarios.md, `byzantine`. */
export type ProxyDeed =
  /** Drops what clients send to it, or what it should send. */
  | { readonly act: 'drop'; readonly kinds: readonly TrafficKind[] }
  /** Confuses two transactions: the answers to their clients, or the signatures it delivers. */
  | { readonly act: 'swap'; readonly what: 'answers' | 'signatures' }
  /** Claims that a transaction is settled as soon as one validator has signed it. */
  | { readonly act: 'forge-quorum'; readonly flaw: ForgedFlaw }
  /** Does not deliver the certificates that it forms to the nodes that the act touches. */
  | { readonly act: 'withhold-certificate' }
  /** Invents a refusal of what clients submit, and passes none of it on. */
  | { readonly act: 'false-refusal'; readonly code: ProxyRefusal };

/**
 * Takes these members of the first committee for the whole of every committee, and follows no
 * change of committee (against P10).
 */
export interface StaleCommittee {
  readonly id: string;
  readonly moment: undefined;
  readonly act: 'stale-committee';
  readonly members: readonly string[];
}
