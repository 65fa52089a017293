import type { Scenario, ScenarioClient, WorkloadEntry } from '../scenario/scenario.ts';
import type { OperationStep, WorkloadStep } from '../scenario/step.ts';
import type { DrawnOperation, Swarm } from '../scenario/swarm/swarm.ts';
import { type Dice, spanIn, weighted, wholeIn } from './dice.ts';
import { drawOperation, type Goods, type Person } from './draw-operation.ts';

/** What a client is going to do, before it is known what the others create. */
interface Plan {
  readonly client: ScenarioClient;
  readonly kinds: readonly DrawnOperation[];
}

/**
 * Draws an entry for every client that has none.
 *
 * What clients create comes first, in an order in which nobody waits in a circle: tokens, terms,
 * jobs, and then what uses them.
 */
export function drawWorkload(base: Scenario, swarm: Swarm, dice: Dice): readonly WorkloadEntry[] {
  const { clients } = base.cluster;
  const idle = clients.filter(({ name }) => base.workload.every(({ client }) => client !== name));
  const plans = idle.map((client) => planOf(client, swarm, dice));
  const goods = goodsOf(plans);
  return plans.map((plan) => entryOf(plan, { base, goods, dice }));
}

function planOf(client: ScenarioClient, swarm: Swarm, dice: Dice): Plan {
  const stream = dice(`workload/${client.name}/plan`);
  const count = wholeIn(stream, swarm.steps);
  return {
    client,
    kinds: Array.from({ length: count }, () => weighted(stream, swarm.operations)),
  };
}

/** The first token step of a client creates one; of its escrow steps, the first two do. */
function goodsOf(plans: readonly Plan[]): Goods {
  const having = (kind: DrawnOperation, times: number) =>
    plans
      .filter(({ kinds }) => kinds.filter((each) => each === kind).length >= times)
      .map(({ client }) => client.name);
  return {
    tokens: having('token', 1).map(tokenOf),
    terms: having('escrow', 1).map(termsOf),
    jobs: having('escrow', 2).map(jobOf),
  };
}

const tokenOf = (client: string) => `${client}-token`;
const termsOf = (client: string) => `${client}-terms`;
const jobOf = (client: string) => `${client}-job`;

function entryOf(
  { client, kinds }: Plan,
  { base, goods, dice }: { readonly base: Scenario; readonly goods: Goods; readonly dice: Dice },
): WorkloadEntry {
  const stream = dice(`workload/${client.name}`);
  const person: Person = { client, cluster: base.cluster, goods };
  // Who owns nothing has first to be paid.
  const latest = client.balance === 0n ? 6_000 : 2_000;
  const start = spanIn(stream, 0, latest);
  const made = creations(kinds, person, dice);
  const steps = kinds.filter(isLeft()).map((kind): WorkloadStep => {
    if (kind === 'wait') return { op: 'wait', duration: spanIn(stream, 0, 2_000) };
    if (kind !== 'batch') return alone(drawOperation(kind, stream, person));
    const size = wholeIn(stream, { least: 2, greatest: 4 });
    const operations = Array.from({ length: size }, () =>
      drawOperation(stream.pick(['pay', 'pay', 'token', 'state']), stream, person),
    );
    return together(operations);
  });
  return { id: `of-${client.name}`, client: client.name, start, steps: [...made, ...steps] };
}

/** Tells which steps are left when the first token step and the first two of escrow are taken out. */
function isLeft(): (kind: DrawnOperation) => boolean {
  const taken = { token: 1, escrow: 2 };
  return (kind) => {
    if (kind !== 'token' && kind !== 'escrow') return true;
    taken[kind] -= 1;
    return taken[kind] < 0;
  };
}

/** Draws what a client creates. */
function creations(
  kinds: readonly DrawnOperation[],
  { client: { name }, cluster, goods }: Person,
  dice: Dice,
): readonly WorkloadStep[] {
  const names = cluster.clients.map((client) => client.name);
  const has = (kind: DrawnOperation, times: number) =>
    kinds.filter((each) => each === kind).length >= times;
  const token = dice(`workload/${name}/token`);
  const escrow = dice(`workload/${name}/escrow`);
  const steps: OperationStep[] = [];
  if (has('token', 1)) {
    const as = tokenOf(name);
    const amount = token.pick([0n, 1n, 100n, 2n ** 256n - 1n]);
    const mints = names.filter((each) => token.chance(each === name ? 0.9 : 0.3));
    steps.push({ op: 'create-token', as, name: as, decimals: 0, amount, mints });
  }
  if (has('escrow', 1)) {
    const fee = escrow.chance(0.5)
      ? ({ kind: 'Bps', bps: wholeIn(escrow, { least: 0, greatest: 10_000 }) } as const)
      : ({ kind: 'Fixed', amount: escrow.pick([0n, 1n, 10n]) } as const);
    const isNative = goods.tokens.length === 0 || escrow.chance(0.5);
    const paid = isNative ? undefined : escrow.pick(goods.tokens);
    const minimum = escrow.pick([0n, 1n, 5n]);
    steps.push({ op: 'escrow-terms', as: termsOf(name), token: paid, fee, minimum });
  }
  if (has('escrow', 2)) {
    const terms = escrow.pick(goods.terms);
    const fee = escrow.pick([0n, 1n, 10n, 100n]);
    const as = jobOf(name);
    const provider = escrow.pick(names);
    steps.push({ op: 'escrow-job', as, terms, provider, fee, description: '' });
  }
  return steps.map(alone);
}

function alone(operation: OperationStep): WorkloadStep {
  return together([operation]);
}

function together(operations: readonly OperationStep[]): WorkloadStep {
  return { op: 'transaction', operations, from: undefined, outcome: undefined, code: undefined };
}
