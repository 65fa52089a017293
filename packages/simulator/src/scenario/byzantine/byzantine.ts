import { choice, listOf, mapping, node, type StatedOf, type ValueOf, wordsOf } from '../forms.ts';
import { actId } from './act.ts';
import { clientActs } from './client-act.ts';
import { proxyActs } from './proxy-act.ts';
import { validatorActs } from './validator-act.ts';

const act = choice('One act.', 'act', [...validatorActs, ...proxyActs, ...clientActs]);

/** The form of the key `byzantine`. */
export const byzantineForm = listOf(
  'Who breaks the rules, as lists of small acts.',
  mapping('One Byzantine node: a validator, a proxy or a client.', {
    id: actId,
    node: node('The node.'),
    acts: listOf('What it does wrong; without acts it is honest.', act),
  }),
);

/**
 * One node that breaks the rules, as a list of small acts. Whatever no act touches, it does as an
 * honest node would; without acts it is honest.
 *
 * Source: docs/scenarios.md, `byzantine`.
 */
export type ByzantineParty = ValueOf<typeof byzantineForm>[number];

/** One thing that a Byzantine node does wrong. Removing one act leaves all others as they are. */
export type ByzantineAct = ValueOf<typeof act>;

/** A Byzantine node as the file states it. */
export type RawByzantineParty = StatedOf<typeof byzantineForm>[number];

/** One act as the file states it. */
export type RawByzantineAct = StatedOf<typeof act>;

/** The acts of a Byzantine validator, by name. */
export const VALIDATOR_ACTS = wordsOf('act', validatorActs);

/** The acts of a Byzantine proxy, by name. */
export const PROXY_ACTS = wordsOf('act', proxyActs);

/** The acts of a Byzantine client, by name. */
export const CLIENT_ACTS = wordsOf('act', clientActs);
