import fc from 'fast-check';
import { oneFrom, type Sketches, shuffledFrom } from '../sketch.ts';
import { amountOf, span } from '../values.ts';
import { act, castOf, type Plot, payeesOf, type Scene } from './scene.ts';

const amount = amountOf(({ lead }: Scene) => lead.balance);

/** Draws a payment. */
const single: Sketches<Scene, Plot> = fc
  .tuple(oneFrom(payeesOf), amount)
  .map(([to, some]) => (scene) => [
    act(scene.lead.name, { op: 'pay', to: to(scene), amount: some(scene), token: undefined }),
  ]);

/**
 * Draws a payment that the receiver spends shortly afterwards: a validator that has not settled the
 * first one finds too little money.
 */
const relay: Sketches<Scene, Plot> = fc
  .tuple(
    shuffledFrom(castOf),
    oneFrom(payeesOf),
    amount,
    fc.oneof(span(0, 100), span(200, 1_500), span(200, 1_500)),
  )
  .map(([order, last, some, duration]) => (scene) => {
    const { lead, cast } = scene;
    const others = order(scene).flatMap((name) =>
      cast.filter((each) => each.name === name && each !== lead),
    );
    // Through another proxy the second payment may overtake the first.
    const middle = others.find(({ proxy }) => proxy !== lead.proxy) ?? others[0] ?? lead;
    const received = some(scene);
    const owned = middle.balance + received;
    const onward = owned < 2n ** 256n ? owned : received;
    const pay = { op: 'pay', token: undefined } as const;
    return [
      act(lead.name, { ...pay, to: middle.name, amount: received }),
      { client: middle.name, step: { op: 'wait', for: duration } },
      act(middle.name, { ...pay, to: last(scene), amount: onward }),
    ];
  });

/** Draws a payment, or one that is spent further. */
export const payPlot: Sketches<Scene, Plot> = fc.oneof(
  { weight: 1, arbitrary: single },
  { weight: 1, arbitrary: relay },
);
