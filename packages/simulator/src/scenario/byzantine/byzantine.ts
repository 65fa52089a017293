import type { ClientAct } from './client-act.ts';
import type { ProxyAct } from './proxy-act.ts';
import type { ValidatorAct } from './validator-act.ts';

/**
 * One node that breaks the rules, as a list of small acts. Whatever no act touches, it does as an
 * honest node would; without acts it is honest.
 *
 * Source: docs/scenarios.md, `byzantine`.
 */
export interface ByzantineParty {
  readonly id: string;
  /** A validator, a proxy or a client. */
  readonly node: string;
  readonly acts: readonly ByzantineAct[];
}

/** One thing that a Byzantine node does wrong. Removing one act leaves all others as they are. */
export type ByzantineAct = ValidatorAct | ProxyAct | ClientAct;

// Each table has every act of its type as a key: the compiler ensures that none is missing.

/** The acts of a Byzantine validator, by name. */
export const VALIDATOR_ACTS = namesOf<ValidatorAct['act']>({
  twin: true,
  'double-sign': true,
  'sign-invalid': true,
  collude: true,
  withhold: true,
  forge: true,
  'duplicate-signer': true,
  'wrong-name': true,
  'stale-view': true,
  lie: true,
  'ack-without-apply': true,
  'selective-service': true,
  'false-snapshot': true,
  'false-change': true,
  'false-records': true,
  'other-certificates': true,
  refuse: true,
  'take-role': true,
  propose: true,
});

/** The acts of a Byzantine proxy, by name. */
export const PROXY_ACTS = namesOf<ProxyAct['act']>({
  drop: true,
  swap: true,
  'forge-quorum': true,
  'withhold-certificate': true,
  'false-refusal': true,
  'stale-committee': true,
});

/** The acts of a Byzantine client, by name. */
export const CLIENT_ACTS = namesOf<ClientAct['act']>({
  equivocate: true,
  'nonce-abuse': true,
  'bad-encoding': true,
  'incomplete-certificate': true,
  'leaked-keys': true,
  inadmissible: true,
  'forged-share': true,
});

function namesOf<Name extends string>(table: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(table) as Name[];
}
