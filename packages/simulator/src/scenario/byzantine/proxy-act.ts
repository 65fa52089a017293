import { is, listOf, mapping, node, orElse, type Spread, type ValueOf, word } from '../forms.ts';
import { actId, bending, type DeedOf, words } from './act.ts';
import { FORGED_FLAWS, PROXY_REFUSALS, TRAFFIC_KINDS } from './words.ts';

const bendingActs = [
  bending('drop', 'Loses what it hears from clients or means to send.', {
    'kinds?': orElse(words('What it loses; by default all.', TRAFFIC_KINDS), TRAFFIC_KINDS),
  }),
  bending('swap', 'Mixes up two transactions.', {
    what: word('What it tells clients, or the signatures it delivers.', ['answers', 'signatures']),
  }),
  bending('forge-quorum', 'Calls a transaction settled as soon as one validator has signed.', {
    flaw: word('What is wrong with its signatures.', FORGED_FLAWS),
  }),
  // From the nodes that the act touches.
  bending('withhold-certificate', 'Keeps the certificates that it forms to itself.', {}),
  bending('false-refusal', 'Refuses what clients submit, and passes none of that on.', {
    code: word('The code of the refusal.', PROXY_REFUSALS),
  }),
];

const throughout: Spread<undefined, object> = {
  keys: {},
  load: () => undefined,
  state: () => ({}),
};

const staleCommittee = mapping(
  'Takes these validators for the whole committee, and follows no change of it.',
  {
    id: actId,
    act: is('stale-committee'),
    moment: throughout,
    members: listOf('The validators.', node('A validator.')),
  },
);

/** The forms of the acts of a Byzantine proxy. */
export const proxyActs = [...bendingActs, staleCommittee];

/** One thing that a Byzantine proxy does. */
export type ProxyAct = ValueOf<(typeof proxyActs)[number]>;

/** An act that changes what passes between a proxy and the network. */
export type BendingProxyAct = ValueOf<(typeof bendingActs)[number]>;

/** What a Byzantine proxy may do to what passes between it and the network. */
export type ProxyDeed = DeedOf<BendingProxyAct>;

/**
 * Takes these members of the first committee for the whole of every committee, and follows no
 * change of committee (against P10).
 */
export type StaleCommittee = ValueOf<typeof staleCommittee>;
