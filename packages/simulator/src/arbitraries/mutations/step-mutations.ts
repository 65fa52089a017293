import { grown, linesOf, NOTHING } from '../../draw/draw-workload.ts';
import type { Scenario, WorkloadEntry } from '../../scenario/scenario.ts';
import type { OperationStep, WorkloadStep } from '../../scenario/step.ts';
import type { DrawnOperation } from '../../scenario/swarm/swarm.ts';
import { createdBy, isSameLabel, type Label, usedBy } from '../../world/labels.ts';
import { PLOTS } from '../plots/plots.ts';
import type { Line } from '../plots/scene.ts';
import { amountOf, span, weighted } from '../values.ts';
import { freshId, type Means, type Mutation, placeIn, withPlace } from './mutation.ts';

/** Lets somebody set out on something more, behind all that there is. */
export const addPlot: Mutation = (parent, means) => {
  const { draw, space } = means;
  const { cluster, workload } = parent;
  const lead = cluster.clients[placeIn(cluster.clients, means) ?? -1];
  if (lead === undefined) return parent;
  const goods = grown(NOTHING, workload.flatMap(linesOf));
  const kind: DrawnOperation = draw('kind', weighted(space.operations));
  const plot = draw('plot', PLOTS[kind])({ cluster, cast: cluster.clients, lead, goods });
  return { ...parent, workload: withLines(workload, plot) };
};

function withLines(
  workload: readonly WorkloadEntry[],
  lines: readonly Line[],
): readonly WorkloadEntry[] {
  const added = (name: string) =>
    lines.flatMap(({ client, step }) => (client === name ? [step] : []));
  const ids = workload.map(({ id }) => id);
  const idle = [...new Set(lines.map(({ client }) => client))].filter((name) =>
    workload.every(({ client }) => client !== name),
  );
  return [
    ...workload.map((entry) => ({ ...entry, steps: [...entry.steps, ...added(entry.client)] })),
    ...idle.map((client) => ({
      id: freshId(`of-${client}`, ids),
      client,
      start: 0n,
      steps: added(client),
    })),
  ];
}

/** Takes a step out, and with it what builds on what it would have created. */
export const dropStep: Mutation = (parent, means) => withStep(parent, means, () => []);

/** Does a step twice that creates nothing, and so may be done again. */
export const repeatStep: Mutation = (parent, means) =>
  withStep(parent, means, (step) =>
    step.op === 'sign' || operationsIn(step).some((operation) => createdBy(operation) !== undefined)
      ? [step]
      : [step, step],
  );

/** Changes the amounts in a step. */
export const changeAmount: Mutation = (parent, means) => {
  const amount = means.draw(
    'amount',
    amountOf(() => 100n),
  )(undefined);
  return withStep(parent, means, (step) => [
    step.op === 'transaction'
      ? { ...step, operations: step.operations.map((each) => withAmount(each, amount)) }
      : step,
  ]);
};

function withAmount(operation: OperationStep, amount: bigint): OperationStep {
  return 'amount' in operation ? { ...operation, amount } : operation;
}

/** Lets somebody begin at another time. */
export const moveStart: Mutation = (parent, means) => {
  const start = means.draw('start', span(0, 1_000));
  const place = placeIn(parent.workload, means);
  return {
    ...parent,
    workload: withPlace(parent.workload, place, (entry) => [{ ...entry, start }]),
  };
};

function withStep(
  parent: Scenario,
  means: Means,
  change: (step: WorkloadStep) => readonly WorkloadStep[],
): Scenario {
  const { workload } = parent;
  const places = workload.flatMap(({ steps }, entry) => steps.map((_, step) => ({ entry, step })));
  const chosen = places[placeIn(places, means) ?? -1];
  const changed = workload.map((entry, index) =>
    index === chosen?.entry
      ? { ...entry, steps: withPlace(entry.steps, chosen.step, change) }
      : entry,
  );
  return { ...parent, workload: rooted(changed) };
}

/** Takes out steps that build on what nobody creates, and whoever is left with nothing to do. */
function rooted(workload: readonly WorkloadEntry[]): readonly WorkloadEntry[] {
  const created = workload.flatMap(({ steps }) =>
    steps.flatMap(operationsIn).flatMap((operation) => createdBy(operation) ?? []),
  );
  const kept = workload
    .map((entry) => ({
      ...entry,
      steps: entry.steps.filter((step) => isRooted(step, entry, created)),
    }))
    .filter(({ steps }) => steps.length > 0);
  const count = (entries: readonly WorkloadEntry[]) =>
    entries.reduce((sum, { steps }) => sum + steps.length, 0);
  return count(kept) === count(workload) ? kept : rooted(kept);
}

function isRooted(
  step: WorkloadStep,
  { steps }: WorkloadEntry,
  created: readonly Label[],
): boolean {
  if (step.op === 'send') {
    return steps.some((each) => each.op === 'sign' && each.as === step.transaction);
  }
  return operationsIn(step)
    .flatMap(usedBy)
    .every((label) => created.some((each) => isSameLabel(each, label)));
}

function operationsIn(step: WorkloadStep): readonly OperationStep[] {
  return step.op === 'transaction' ? step.operations : [];
}
