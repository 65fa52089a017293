import type { EvaluationFee } from '@quorate/protocol';
import fc from 'fast-check';
import type { OperationStep } from '../../scenario/steps/step.ts';
import { given, oneFrom, outline, type Sketches, share } from '../sketch.ts';
import { chance, weighted } from '../values.ts';
import { act, castOf, type Job, type Line, labelFor, type Plot, type Scene } from './scene.ts';
import { STATES } from './state.ts';

/** Fees, some of which have to be rounded. */
const FEES = [0n, 1n, 3n, 10n, 33n, 100n] as const;
const BPS = [0, 1, 50, 3_333, 5_000, 9_999, 10_000] as const;

const fee: fc.Arbitrary<EvaluationFee> = fc.oneof(
  fc.constantFrom(...BPS).map((bps) => ({ kind: 'Bps' as const, bps })),
  fc.constantFrom(...FEES).map((amount) => ({ kind: 'Fixed' as const, amount })),
);

interface Affair {
  readonly client: string;
  readonly provider: string;
  readonly fee: EvaluationFee;
  readonly minimum: bigint;
  readonly price: bigint;
  readonly deliverable: string;
  /**
   * Whether the client creates a second job on the same terms, so that a list of jobs has several.
   */
  readonly isDouble: boolean;
  readonly isNative: boolean;
  /** How far the job goes: 1 to 4 for terms, job, delivery, decision. */
  readonly depth: number;
  readonly decisions: readonly ('complete' | 'reject')[];
  /**
   * Whether the evaluator rejects at once. Then the delivery, which validators admit all the same,
   * may settle after the rejection.
   */
  readonly isHasty: boolean;
  /** What a client without the right to it tries first: to deliver, to decide, or nothing. */
  readonly meddling: 'submit' | 'decide' | 'none';
  readonly meddler: string;
}

const affair: Sketches<Scene, Affair> = outline({
  client: oneFrom(castOf),
  provider: oneFrom(castOf),
  fee: given(fee),
  minimum: given(fc.constantFrom(0n, 0n, 1n, 5n)),
  price: given(fc.constantFrom(...FEES)),
  deliverable: given(fc.constantFrom(...STATES)),
  isDouble: given(chance(0.35)),
  isNative: given(chance(0.7)),
  depth: given(fc.constantFrom(1, 2, 3, 4, 4, 4, 4, 4)),
  decisions: given(
    fc.constantFrom<readonly ('complete' | 'reject')[]>(
      ['complete'],
      ['complete'],
      ['reject'],
      ['complete', 'reject'],
      ['reject', 'complete'],
    ),
  ),
  isHasty: given(chance(0.3)),
  meddling: given(weighted({ submit: 1, decide: 1, none: 4 })),
  meddler: oneFrom(castOf),
});

/** An operation on an existing job, by a client that may do it or by another. */
const meddle: Sketches<Scene, (job: Job, scene: Scene) => Line> = fc
  .tuple(
    oneFrom(castOf),
    chance(0.7),
    fc.constantFrom('escrow-submit' as const, 'escrow-complete' as const, 'escrow-reject' as const),
    fc.constantFrom(...STATES),
  )
  .map(([anybody, isLawful, op, deliverable]) => (scene) => ({ label, evaluator, provider }) => {
    const entitled = op === 'escrow-submit' ? provider : evaluator;
    const may = isLawful && castOf(scene).includes(entitled);
    const operation: OperationStep =
      op === 'escrow-submit' ? { op, job: label, deliverable } : { op, job: label };
    return act(may ? entitled : anybody(scene), operation);
  });

/** Draws a job from its terms to its end, or a part of that; or a step in an existing job. */
export const escrowPlot: Sketches<Scene, Plot> = fc
  .tuple(share, affair, share, meddle)
  .map(([novelty, sketch, which, interfere]) => (scene) => {
    const { jobs } = scene.goods;
    const known = jobs[Math.floor(which * jobs.length)];
    if (known !== undefined && novelty < 0.5) return [interfere(scene)(known, scene)];
    return performed(sketch(scene), scene);
  });

function performed(drawn: Affair, scene: Scene): Plot {
  const evaluator = scene.lead.name;
  const { client, provider, minimum, depth, isHasty } = drawn;
  const [terms, job] = [labelFor('terms', scene), labelFor('job', scene)];
  const held = scene.goods.tokens.find(({ admin }) => admin === client)?.label;
  const token = drawn.isNative ? undefined : held;
  const another = labelFor('job', withJob(scene, { label: job, evaluator, provider }));
  const wanted = (as: string): OperationStep => ({
    op: 'escrow-job',
    as,
    terms,
    provider,
    fee: drawn.price,
    description: `what ${client} wants`,
  });
  const decided = (decision: 'complete' | 'reject') =>
    act(evaluator, { op: `escrow-${decision}`, job });
  const lines = [
    act(evaluator, { op: 'escrow-terms', as: terms, token, fee: drawn.fee, minimum }),
    act(client, wanted(job), ...(drawn.isDouble ? [wanted(another)] : [])),
    ...(isHasty ? [decided('reject')] : []),
    ...meddled('submit', drawn, job),
    act(provider, { op: 'escrow-submit', job, deliverable: drawn.deliverable }),
    ...meddled('decide', drawn, job),
    ...(isHasty ? [] : drawn.decisions.map(decided)),
  ];
  return depth === 4 ? lines : lines.slice(0, depth);
}

function withJob(scene: Scene, job: Job): Scene {
  const { goods } = scene;
  return { ...scene, goods: { ...goods, jobs: [...goods.jobs, job] } };
}

function meddled(at: 'submit' | 'decide', drawn: Affair, job: string): readonly Line[] {
  const { meddling, meddler, deliverable, decisions } = drawn;
  if (meddling !== at) return [];
  const [decision = 'reject'] = decisions;
  return [
    act(
      meddler,
      at === 'submit'
        ? { op: 'escrow-submit', job, deliverable }
        : { op: `escrow-${decision}`, job },
    ),
  ];
}
