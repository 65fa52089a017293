import fc from 'fast-check';
import type { ProxyAct, ProxyDeed } from '../../scenario/byzantine/proxy-act.ts';
import { FORGED_FLAWS, PROXY_REFUSALS, TRAFFIC_KINDS } from '../../scenario/byzantine/words.ts';
import { someMoment } from '../moments.ts';
import { given, maybe, outline, type Sketches, someFrom } from '../sketch.ts';
import { type Culprit, validatorsOf } from '../stage.ts';
import { bending, fewTimes, someScope, type Ways } from './bending.ts';

type Deed<A extends ProxyDeed['act']> = Extract<ProxyDeed, { readonly act: A }>;

const times = fewTimes(0.3);

/** Throughout the run, towards all nodes. */
const WHOLLY: Ways = {
  moment: fc.constant(() => undefined),
  only: fc.constant(() => ({ peers: undefined, senders: undefined })),
  times,
};

/** Sometimes only towards some nodes, or from some moment on. */
const IN_PART: Ways = {
  moment: maybe(0.15, someMoment),
  only: someScope({ peers: 0.25, senders: 0.2 }),
  times,
};

/**
 * The same, but mostly only a few times: a client that is always refused does nothing that could
 * meet other faults.
 */
const NOW_AND_THEN: Ways = { ...IN_PART, times: fewTimes(0.8) };

const DEEDS: { readonly [A in ProxyDeed['act']]: Sketches<Culprit, Deed<A>> } = {
  drop: outline({
    act: fc.constant(() => 'drop' as const),
    kinds: someFrom(() => TRAFFIC_KINDS),
  }),
  swap: outline({
    act: fc.constant(() => 'swap' as const),
    what: given(fc.constantFrom('answers' as const, 'signatures' as const)),
  }),
  'forge-quorum': outline({
    act: fc.constant(() => 'forge-quorum' as const),
    flaw: given(fc.constantFrom(...FORGED_FLAWS)),
  }),
  'withhold-certificate': fc.constant(() => ({ act: 'withhold-certificate' })),
  'false-refusal': outline({
    act: fc.constant(() => 'false-refusal' as const),
    code: given(fc.constantFrom(...PROXY_REFUSALS)),
  }),
};

/** One act of each kind that a proxy may do. */
export const PROXY_DEEDS: Readonly<
  Record<ProxyAct['act'], Sketches<Culprit, Omit<ProxyAct, 'id'>>>
> = {
  drop: bending(IN_PART, DEEDS.drop),
  swap: bending(WHOLLY, DEEDS.swap),
  'forge-quorum': bending(WHOLLY, DEEDS['forge-quorum']),
  'withhold-certificate': bending(IN_PART, DEEDS['withhold-certificate']),
  'false-refusal': bending(NOW_AND_THEN, DEEDS['false-refusal']),
  'stale-committee': fc
    .tuple(someFrom(validatorsOf), fc.boolean())
    .map(([members, clings]) => (culprit) => ({
      moment: undefined,
      act: 'stale-committee',
      // If the committee changes, it is wrong enough not to follow the change.
      members: clings && culprit.changes.length > 0 ? culprit.cluster.validators : members(culprit),
    })),
};
