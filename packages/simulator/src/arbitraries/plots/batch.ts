import fc from 'fast-check';
import type { OperationStep } from '../../scenario/steps/step.ts';
import { each, oneFrom, type Sketches, share } from '../sketch.ts';
import { amountOf, chance } from '../values.ts';
import { claimStep } from './claim.ts';
import { act, labelFor, namesOf, type Plot, payeesOf, type Scene } from './scene.ts';
import { STATES, stateSteps } from './state.ts';
import { createToken, manageToken } from './token.ts';

type Operations = Sketches<Scene, readonly OperationStep[]>;

const payment: Sketches<Scene, OperationStep> = fc
  .tuple(
    oneFrom(payeesOf),
    amountOf(({ lead }: Scene) => lead.balance),
  )
  .map(([to, amount]) => (scene) => ({
    op: 'pay',
    to: to(scene),
    amount: amount(scene),
    token: undefined,
  }));

/** Several payments from one balance. */
const payments: Operations = fc
  .tuple(each([payment, payment, payment, payment]), fc.integer({ min: 2, max: 4 }))
  .map(
    ([all, count]) =>
      (scene) =>
        all(scene).slice(0, count),
  );

/** A token, and operations on it before anybody else knows of it. */
const token: Operations = fc
  .tuple(createToken, oneFrom(namesOf), fc.constantFrom(1n, 40n, 101n))
  .map(([create, to, amount]) => (scene) => {
    const made = create(scene);
    const of = { token: made.as, amount };
    return [
      made,
      { op: 'mint', ...of, to: to(scene) },
      { op: 'burn', ...of },
      { op: 'pay', ...of, to: to(scene) },
    ];
  });

/** A token and updates of it, each of which builds on the one before. */
const updates: Operations = fc
  .tuple(createToken, each([oneFrom(namesOf), oneFrom(namesOf)]))
  .map(([create, others]) => (scene) => {
    const made = create(scene);
    return [made, ...others(scene).map((other) => ({ ...manageToken(made.as), add: [other] }))];
  });

/** A job together with its terms, and possibly its delivery and decision, all at once. */
const affair: Operations = fc
  .tuple(oneFrom(namesOf), chance(0.6), fc.constantFrom(...STATES), fc.integer({ min: 2, max: 4 }))
  .map(([somebody, isOwn, deliverable, depth]) => (scene) => {
    const [terms, job] = [labelFor('terms', scene), labelFor('job', scene)];
    const provider = isOwn ? scene.lead.name : somebody(scene);
    const fee = { kind: 'Fixed', amount: 1n } as const;
    const steps: readonly OperationStep[] = [
      { op: 'escrow-terms', as: terms, token: undefined, fee, minimum: 0n },
      { op: 'escrow-job', as: job, terms, provider, fee: 3n, description: 'on trial' },
      { op: 'escrow-submit', job, deliverable },
      { op: 'escrow-complete', job },
    ];
    return steps.slice(0, isOwn ? depth : 2);
  });

const cells: Operations = stateSteps.map((steps) => () => steps);

const mixed: Operations = fc
  .tuple(payment, stateSteps, claimStep)
  .map(([pay, steps, claim]) => (scene) => [pay(scene), ...steps, claim(scene)]);

/**
 * Draws several operations as one transaction; in some transactions one in the middle is
 * impossible.
 */
export const batchPlot: Sketches<Scene, Plot> = fc
  .tuple(fc.oneof(payments, token, updates, affair, cells, mixed), payment, chance(0.25), share)
  .map(([operations, pay, isBad, where]) => (scene) => {
    const good = operations(scene);
    const all = good.length > 1 ? good : [...good, pay(scene)];
    const at = Math.floor(where * (all.length + 1));
    return [act(scene.lead.name, ...(isBad ? all.toSpliced(at, 0, unaffordable(scene)) : all))];
  });

/** An amount that nobody owns. */
function unaffordable({ lead }: Scene): OperationStep {
  return { op: 'pay', to: lead.name, amount: 2n ** 256n - 1n, token: undefined };
}
