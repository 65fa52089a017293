import type { BendingAct, CertificateFlaw, RequestKind } from './act.ts';
import type { FalseRefusal } from './validator-act.ts';

/** One thing that a Byzantine proxy does. */
export type ProxyAct = BendingProxyAct | StaleCommittee;

/** An act that stands between a proxy and the network. */
export type BendingProxyAct = BendingAct & ProxyDeed;

/** What a Byzantine proxy may do; shape: docs/scenarios.md, `byzantine`. */
export type ProxyDeed =
  /** Loses what it hears from clients or what it means to send. */
  | { readonly act: 'drop'; readonly kinds: readonly TrafficKind[] }
  /** Mixes up two transactions: what it tells their clients, or the signatures it delivers. */
  | { readonly act: 'swap'; readonly what: 'answers' | 'signatures' }
  /** Calls a transaction settled as soon as one validator has signed it. */
  | { readonly act: 'forge-quorum'; readonly flaw: ForgedFlaw }
  /** Keeps the certificates that it forms from those whom the act touches. */
  | { readonly act: 'withhold-certificate' }
  /** Makes up a refusal of what clients submit, and passes none of that on. */
  | { readonly act: 'false-refusal'; readonly code: ProxyRefusal };

/** Takes these members of the first committee for the whole of every committee, and follows no change (against P10). */
export interface StaleCommittee {
  readonly id: string;
  readonly moment: undefined;
  readonly act: 'stale-committee';
  readonly members: readonly string[];
}

/** What is wrong with a certificate for which a proxy has one signature. */
export type ForgedFlaw = Extract<CertificateFlaw, 'too-few' | 'duplicate' | 'stranger'>;

/** The codes of refusals that a proxy makes up: validators' own, or that no quorum can be reached. */
export type ProxyRefusal = FalseRefusal | 'QuorumUnreachable';

/** What passes a proxy: what clients submit, what it asks validators, what it tells clients. */
export type TrafficKind = 'submit' | RequestKind | 'answer';
