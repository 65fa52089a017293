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
