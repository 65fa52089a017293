import fc from 'fast-check';
import type { ClientAct, ClientDeed, Payment, Rival } from '../../scenario/byzantine/client-act.ts';
import {
  CERTIFICATE_FLAWS,
  ENCODING_FAULTS,
  EXCEEDED_LIMITS,
  INADMISSIBLE_KINDS,
} from '../../scenario/byzantine/words.ts';
import type { Moment } from '../../scenario/faults/moment.ts';
import { someLateTime, someMoment, someTime } from '../moments.ts';
import {
  each,
  given,
  maybe,
  oneFrom,
  outline,
  type Sketch,
  type Sketches,
  share,
  shuffledFrom,
  someFrom,
} from '../sketch.ts';
import { type Culprit, clientsOf, validatorsOf } from '../stage.ts';
import { amountOf, span, weighted } from '../values.ts';

const balanceOf = ({ node, cluster }: Culprit) =>
  cluster.clients.find(({ name }) => name === node)?.balance ?? 0n;

const payment: Sketches<Culprit, Payment> = outline({
  to: oneFrom(clientsOf),
  amount: amountOf(balanceOf),
});

/** Mostly all nodes. */
const targets = maybe(0.2, someFrom(validatorsOf));

type Ask = Pick<Rival, 'validators' | 'deliver'>;

/**
 * The validators to which two or three rivals are shown: disjoint parts, as needed for two quorums;
 * all validators, one rival after the other; or any validators.
 */
const audiences: Sketches<Culprit, readonly Ask[]> = fc
  .tuple(
    weighted({ split: 3, all: 2, some: 2 }),
    shuffledFrom(validatorsOf),
    share,
    each([1, 2, 3].map(() => someFrom(validatorsOf))),
    each([1, 2, 3].map(() => maybe(0.3, someFrom(validatorsOf)))),
  )
  .map(([shape, order, cut, some, deliveries]) => (culprit) => {
    const all = order(culprit);
    const at = Math.round(cut * all.length);
    const shown = {
      split: [all.slice(0, at), all.slice(at), all.slice(0, 1)],
      all: [all, all, all],
      some: some(culprit),
    }[shape];
    const deliver = deliveries(culprit);
    return shown.map((validators, index) => ({ validators, deliver: deliver[index] }));
  });

const rivals: Sketches<Culprit, readonly Rival[]> = fc
  .tuple(fc.constantFrom(2, 2, 3), each([payment, payment, payment]), audiences)
  .map(([count, paid, shown]) => (culprit) => {
    const asked = shown(culprit);
    return paid(culprit)
      .slice(0, count)
      .map((each, index) => ({ ...each, ...(asked[index] as Ask) }));
  });

type Deed<A extends ClientDeed['act']> = Extract<ClientDeed, { readonly act: A }>;

/** A payment, with what is wrong about it. */
function wrong<T extends object>(field: Sketches<Culprit, T>): Sketches<Culprit, T & Payment> {
  return fc.tuple(field, payment, targets).map(([kind, paid, where]) => (culprit) => ({
    ...kind(culprit),
    ...paid(culprit),
    targets: where(culprit),
  }));
}

function word<A extends string, K extends string, W extends string>(
  act: A,
  key: K,
  words: readonly W[],
): Sketches<Culprit, { act: A } & Record<K, W>> {
  return fc
    .constantFrom(...words)
    .map((drawn) => () => ({ act, [key]: drawn }) as { act: A } & Record<K, W>);
}

/** All kinds except those that `draw/byzantine/exceeded.ts` draws separately. */
const ORDINARY_KINDS = INADMISSIBLE_KINDS.filter(
  (kind) => !EXCEEDED_LIMITS.some((apart) => apart === kind),
);

/** The acts that are drawn here: `draw/byzantine/forged-share.ts` draws the other one. */
type Drawn = Exclude<ClientDeed['act'], 'forged-share'>;

const DEEDS: { readonly [A in Drawn]: Sketches<Culprit, Deed<A>> } = {
  equivocate: outline({
    act: fc.constant(() => 'equivocate' as const),
    rivals,
    nonce: maybe(0.1, given(fc.constantFrom(0n, 1n, 2n))),
    cross: maybe(0.6, given(span(20, 1_500))),
  }),
  'nonce-abuse': wrong(word('nonce-abuse', 'kind', ['gap', 'reuse', 'huge'])) as Sketches<
    Culprit,
    Deed<'nonce-abuse'>
  >,
  'bad-encoding': wrong(word('bad-encoding', 'kind', ENCODING_FAULTS)) as Sketches<
    Culprit,
    Deed<'bad-encoding'>
  >,
  'incomplete-certificate': wrong(
    word('incomplete-certificate', 'flaw', CERTIFICATE_FLAWS),
  ) as Sketches<Culprit, Deed<'incomplete-certificate'>>,
  'leaked-keys': wrong(
    fc
      .tuple(fc.constantFrom(0, 0, 1), weighted({ next: 1, reuse: 1, mixed: 2 }))
      .map(([epoch, how]) => () => ({
        act: 'leaked-keys' as const,
        epoch,
        reuse: how === 'reuse',
        mixed: how === 'mixed',
      })),
  ) as Sketches<Culprit, Deed<'leaked-keys'>>,
  inadmissible: fc
    .tuple(word('inadmissible', 'kind', ORDINARY_KINDS), targets)
    .map(([deed, where]) => (culprit) => ({ ...deed(culprit), targets: where(culprit) })),
};

const anyMoment: Sketches<Culprit, Moment> = fc.oneof(someTime, someMoment);

/** One act of each kind that a client may do. */
export const CLIENT_DEEDS = Object.fromEntries(
  Object.entries(DEEDS).map(([act, deed]) => [
    act,
    actOf(
      deed as Sketches<Culprit, ClientDeed>,
      // Before a change of committee no keys have leaked.
      act === 'leaked-keys' ? someLateTime : anyMoment,
    ),
  ]),
) as Readonly<Record<Drawn, Sketches<Culprit, Omit<ClientAct, 'id'>>>>;

function actOf(
  deed: Sketches<Culprit, ClientDeed>,
  when: Sketches<Culprit, Moment>,
): Sketches<Culprit, Omit<ClientAct, 'id'>> {
  return fc.tuple(when, deed).map(
    ([moment, done]): Sketch<Culprit, Omit<ClientAct, 'id'>> =>
      (culprit) => ({ moment: moment(culprit), ...done(culprit) }),
  );
}
