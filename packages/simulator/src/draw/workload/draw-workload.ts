import { PLOTS } from '../../arbitraries/plots/plots.ts';
import type { Goods, Line, Scene } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { span, weighted, whole } from '../../arbitraries/values.ts';
import type { ScenarioClient, ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { Scenario, WorkloadEntry } from '../../scenario/scenario.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { DrawnOperation, Swarm, Weights } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { archival } from '../manner/archival.ts';
import { feeTokenLines, paidInToken } from '../manner/fee-token.ts';
import { inFullForm } from '../manner/full-form.ts';
import { unversioned } from '../manner/unversioned.ts';
import { witnessed } from '../manner/witnessed.ts';
import { afterPaying } from '../reads/after-paying.ts';
import { afterRejecting } from '../reads/after-rejecting.ts';
import { afterSigning } from '../reads/after-signing.ts';
import { afterWriting } from '../reads/after-writing.ts';
import { lookingUp } from '../reads/looking-up.ts';
import { narrowed } from '../reads/narrowed.ts';
import { outdated } from '../reads/outdated.ts';
import { asOne } from './as-one.ts';
import { atLength } from './at-length.ts';
import { burnt } from './burnt.ts';
import { withDecimals } from './decimals.ts';
import { givenAgain } from './given-again.ts';
import { hasty } from './hasty.ts';
import { joined } from './joined.ts';
import { leaving } from './leaving.ts';
import { renamed } from './renamed.ts';
import { withSecondToken } from './second-token.ts';

/**
 * The probability with which a class of operations occurs in a run; with few kinds, operations of
 * one kind meet more often.
 */
const TAKES_PART = 0.6;

/**
 * Draws an entry for every client that has none and gets something to do.
 *
 * Clients begin plots in turn. A plot may have steps of several clients, and all steps are assigned
 * in one order, so that clients never wait in a circle for what another creates.
 */
export function drawWorkload(base: Scenario, swarm: Swarm, draw: Draw): readonly WorkloadEntry[] {
  const { cluster, workload } = base;
  const cast = cluster.clients.filter(({ name }) =>
    workload.every(({ client }) => client !== name),
  );
  const operations = drawClasses(swarm, draw);
  const busy = (weights: Weights<DrawnOperation>) => ({ ...weights, wait: 0, read: 0 });
  const first = withAny(busy(operations), withAny(busy(swarm.operations), operations));
  const opening = feeTokenLines(base, swarm, draw);
  let goods = grown(NOTHING, [...workload.flatMap(linesOf), ...opening]);
  const lines: Line[] = [];
  for (const lead of drawTurns(cast, swarm, draw)) {
    const scene: Scene = { cluster, cast, lead, goods, swarm };
    // A run in which all clients only wait, or read what nobody changes, tells little.
    const kind = draw('workload/kinds', weighted(lines.length === 0 ? first : operations));
    const plot = draw(`workload/${kind}`, PLOTS[kind])(scene);
    goods = grown(goods, plot);
    lines.push(...plot);
  }
  const names = cast.map(({ name }) => name);
  const changed = withSecondToken(
    renamed(withDecimals(burnt(lines, draw), draw), names, draw),
    draw,
  );
  const said = joined(leaving(atLength(changed, swarm, draw), { cast, swarm }, draw), draw);
  const hurried = givenAgain(hasty(mannered(said, opening, cluster, draw), draw), draw);
  const done = outdated([...opening, ...hurried], { cast, swarm, cluster }, draw);
  const looked = afterRejecting(lookingUp(done, { cast, swarm }, draw), { cast, swarm }, draw);
  const all = [afterPaying, afterWriting, afterSigning].reduce(
    (sum, after) => after(sum, swarm, draw),
    looked,
  );
  const asked = asOne(narrowed(all, draw), { cast, swarm, cluster }, draw);
  return cast.flatMap(({ name }) => entryOf(name, asked, draw));
}

/** Makes some transactions be written and signed in another way than clients do by themselves. */
function mannered(
  lines: readonly Line[],
  opening: readonly Line[],
  cluster: ScenarioCluster,
  draw: Draw,
): readonly Line[] {
  const released = paidInToken(unversioned(lines, cluster, draw), opening, draw);
  return witnessed(inFullForm(archival(released, cluster, draw), draw), draw);
}

function entryOf(name: string, lines: readonly Line[], draw: Draw): readonly WorkloadEntry[] {
  const start = draw(`workload/${name}/start`, span(0, 300));
  const steps = lines.filter(({ client }) => client === name).map(({ step }) => step);
  return steps.length === 0 ? [] : [{ id: `of-${name}`, client: name, start, steps }];
}

/** Some of the classes that have a weight; all of them if none would be left. */
function drawClasses({ operations }: Swarm, draw: Draw): Weights<DrawnOperation> {
  const drawn = Object.entries(operations).map(([kind, weight]) => {
    const takesPart = draw(`workload/takes-part/${kind}`, share) < TAKES_PART;
    return [kind, takesPart ? weight : 0] as const;
  });
  return withAny(Object.fromEntries(drawn) as Weights<DrawnOperation>, operations);
}

function withAny(
  weights: Weights<DrawnOperation>,
  otherwise: Weights<DrawnOperation>,
): Weights<DrawnOperation> {
  return Object.values(weights).some((weight) => weight > 0) ? weights : otherwise;
}

/** The clients that begin plots, in order, each as often as is drawn. */
function drawTurns(
  cast: readonly ScenarioClient[],
  { steps }: Swarm,
  draw: Draw,
): readonly ScenarioClient[] {
  const counts = cast.map(({ name }) => draw(`workload/${name}/turns`, whole(steps)));
  const most = Math.max(0, ...counts);
  if (most === 0) return steps.greatest === 0 ? [] : cast.slice(0, 1);
  return Array.from({ length: most }, (_, turn) =>
    cast.filter((__, index) => (counts[index] ?? 0) > turn),
  ).flat();
}

/** What exists before any client has created anything. */
const NOTHING: Goods = { tokens: [], terms: [], jobs: [] };

/** Gives the lines of an entry. */
function linesOf({ client, steps }: WorkloadEntry): readonly Line[] {
  return steps.map((step) => ({ client, step }));
}

/** Adds what steps create. */
function grown(goods: Goods, lines: readonly Line[]): Goods {
  const created = lines.flatMap(({ client, step }) =>
    operationsIn(step).map((operation) => ({ client, operation })),
  );
  const evaluators = new Map(
    created.flatMap(({ client, operation }) =>
      operation.op === 'escrow-terms' ? [[operation.as, client] as const] : [],
    ),
  );
  return {
    tokens: [
      ...goods.tokens,
      ...created.flatMap(({ client, operation }) =>
        operation.op === 'create-token'
          ? [{ label: operation.as, admin: client, mints: operation.mints }]
          : [],
      ),
    ],
    terms: [...goods.terms, ...evaluators.keys()],
    jobs: [
      ...goods.jobs,
      ...created.flatMap(({ client, operation }) =>
        operation.op === 'escrow-job'
          ? [
              {
                label: operation.as,
                evaluator: evaluators.get(operation.terms) ?? client,
                provider: operation.provider,
              },
            ]
          : [],
      ),
    ],
  };
}
