import fc from 'fast-check';
import type { Draw } from '../draw/draw.ts';
import type { ScenarioClient } from '../scenario/cluster/cluster.ts';
import type { Scenario, WorkloadEntry } from '../scenario/scenario.ts';
import type { OperationStep, WorkloadStep } from '../scenario/steps/step.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import { entryOf } from './entry-of.ts';
import { act } from './plots/scene.ts';
import { chance, span } from './values.ts';

/** The fraction of short runs with proxies that remember in which a client pays regularly. */
const ODDS = 0.2;

/** How many steps a short run has at most: with those of the two, it still has few. */
const SHORT = 2;

/** No other clients of a generated scenario have these names. */
const REGULAR = 'oscar';
const PATRON = 'peggy';

const TOKEN = 'stamp';

/** What it may do several times in a row: some of it is no payment, or more than one. */
const DEEDS = ['pay', 'pay', 'batch', 'batch', 'mint'] as const;

/** What the client holds at first, without fees: it may run short of it. */
const BALANCE = 12n;

const amount = fc.bigInt({ min: 1n, max: 9n });

const drawn = fc.record({
  takesPart: chance(ODDS),
  deeds: fc.array(fc.tuple(fc.constantFrom(...DEEDS), amount, amount), {
    minLength: 3,
    maxLength: 3,
  }),
  gifts: fc.array(amount, { maxLength: 1 }),
  start: span(0, 500),
  early: span(0, 1_500),
});

/**
 * In some of the short runs in which proxies remember, has a client make payment after payment, and mints
 * and batches in between, while another one pays to it: only so is there something to remember
 * (rule P5).
 *
 * The two are added last, so that nothing else is drawn for them.
 */
export function withRegular(
  scenario: Scenario,
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): Scenario {
  const { cluster, workload } = scenario;
  const [proxy] = cluster.proxies;
  const isShort = workload.reduce((sum, { steps }) => sum + steps.length, 0) <= SHORT;
  const isWanted = cluster.precheck === 'remembered' && operations.pay > 0 && isShort;
  if (!isWanted || proxy === undefined) return scenario;
  const { takesPart, deeds, gifts, start, early } = draw('regular', drawn);
  if (!takesPart) return scenario;
  const fee = cluster.fees?.amount ?? 0n;
  const mints = operations.token > 0 && deeds.some(([deed]) => deed === 'mint');
  const steps = deeds.map(([deed, first, second]) => {
    if (deed === 'mint' && mints)
      return stepOf({ op: 'mint', token: TOKEN, to: PATRON, amount: first });
    return deed === 'batch'
      ? stepOf(pay(PATRON, first), pay(PATRON, second))
      : stepOf(pay(PATRON, first));
  });
  const given = gifts.reduce((sum, gift) => sum + gift + fee, 0n);
  const clients: readonly ScenarioClient[] = [
    { name: REGULAR, balance: BALANCE + BigInt(deeds.length + 1) * fee, proxy },
    { name: PATRON, balance: given, proxy: cluster.proxies.at(-1) ?? proxy },
  ];
  const entries: readonly WorkloadEntry[] = [
    entryOf(REGULAR, start, mints ? [stepOf(CREATION), ...steps] : steps),
    entryOf(
      PATRON,
      early,
      gifts.map((gift) => act(PATRON, pay(REGULAR, gift)).step),
    ),
  ];
  return {
    ...scenario,
    cluster: { ...cluster, clients: [...cluster.clients, ...clients] },
    workload: [...workload, ...entries.filter((entry) => entry.steps.length > 0)],
  };
}

const CREATION: OperationStep = {
  ...{ op: 'create-token', as: TOKEN, name: TOKEN, decimals: 0, amount: 1n },
  mints: [REGULAR],
};

function pay(to: string, paid: bigint): OperationStep {
  return { op: 'pay', to, amount: paid, token: undefined };
}

function stepOf(...operations: readonly OperationStep[]): WorkloadStep {
  return act(REGULAR, ...operations).step;
}
