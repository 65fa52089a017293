import fc from 'fast-check';
import type { Scope } from '../scenario/byzantine/act.ts';
import type { ProxyAct, ProxyDeed } from '../scenario/byzantine/proxy-act.ts';
import { FORGED_FLAWS, TRAFFIC_KINDS } from '../scenario/byzantine/words.ts';
import { someMoment } from './moments.ts';
import { given, maybe, outline, type Sketches, someFrom } from './sketch.ts';
import { type Culprit, clientsOf, everybody, validatorsOf } from './stage.ts';

type Deed<A extends ProxyDeed['act']> = Extract<ProxyDeed, { readonly act: A }>;

const EVERYBODY: Scope = { peers: undefined, senders: undefined };

const times = maybe(0.3, given(fc.integer({ min: 1, max: 3 })));

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
};

/** One act of each kind that a proxy may do. */
export const PROXY_DEEDS: Readonly<
  Record<ProxyAct['act'], Sketches<Culprit, Omit<ProxyAct, 'id'>>>
> = {
  drop: narrowed(DEEDS.drop),
  swap: bending(DEEDS.swap),
  'forge-quorum': bending(DEEDS['forge-quorum']),
  'withhold-certificate': narrowed(DEEDS['withhold-certificate']),
  'stale-committee': fc
    .tuple(someFrom(validatorsOf), fc.boolean())
    .map(([members, clings]) => (culprit) => ({
      moment: undefined,
      act: 'stale-committee',
      // Where the committee changes it is enough not to follow.
      members: clings && culprit.hasChanges ? culprit.cluster.validators : members(culprit),
    })),
};

function bending(deed: Sketches<Culprit, ProxyDeed>): Sketches<Culprit, Omit<ProxyAct, 'id'>> {
  return fc.tuple(times, deed).map(([often, done]) => (culprit) => ({
    moment: undefined,
    only: EVERYBODY,
    times: often(culprit),
    ...done(culprit),
  }));
}

/** The same towards some only, or from some moment on. */
function narrowed(deed: Sketches<Culprit, ProxyDeed>): Sketches<Culprit, Omit<ProxyAct, 'id'>> {
  const only = outline<Culprit, Scope>({
    peers: maybe(0.25, someFrom(everybody)),
    senders: maybe(0.2, someFrom(clientsOf)),
  });
  return fc
    .tuple(maybe(0.15, someMoment), only, times, deed)
    .map(([moment, scope, often, done]) => (culprit) => ({
      moment: moment(culprit),
      only: scope(culprit),
      times: often(culprit),
      ...done(culprit),
    }));
}
