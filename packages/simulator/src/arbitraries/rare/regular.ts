import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import { partyOf } from '../../draw/party.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { ScenarioClient, ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { Scenario, WorkloadEntry } from '../../scenario/scenario.ts';
import type { OperationStep, WorkloadStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import { entryOf } from '../entry-of.ts';
import { act } from '../plots/scene.ts';
import { elementAt, share } from '../sketch.ts';
import { chance, span } from '../values.ts';

/** The fraction of short runs with proxies that remember in which a client pays regularly. */
const ODDS = 0.45;

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

/** The fraction of these clients that pay twice at one nonce. */
const TWICE = 0.3;

/** The fraction of these clients that make only two payments, far apart. */
const PAUSING = 0.55;

/** For longer than a proxy goes by what it was told. */
const pauses = fc.tuple(chance(PAUSING), span(31_000, 60_000));

/** The second payment for the first nonce, and when it is made. */
const rivals = fc.record({
  takesPart: chance(TWICE),
  validator: share,
  // Others may have it sign before.
  count: fc.constantFrom(1, 2),
  amount,
});

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
 * (rule P5). Or it pays twice, and pauses in between for so long that nothing of this counts any
 * more. At times it makes a second payment for its first nonce.
 *
 * The two are added last, so that nothing else is drawn for them.
 */
export function withRegular(
  scenario: Scenario,
  { operations, profile, byzantine }: Pick<Swarm, 'operations' | 'profile' | 'byzantine'>,
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
  const [isPausing, pause] = draw('regular/pause', pauses);
  const steps = isPausing ? pausing(deeds, pause) : doing(deeds, operations.token > 0);
  const given = gifts.reduce((sum, gift) => sum + gift + fee, 0n);
  const clients: readonly ScenarioClient[] = [
    { name: REGULAR, balance: BALANCE + BigInt(deeds.length + 1) * fee, proxy },
    { name: PATRON, balance: given, proxy: cluster.proxies.at(-1) ?? proxy },
  ];
  const entries: readonly WorkloadEntry[] = [
    entryOf(REGULAR, start, steps),
    entryOf(
      PATRON,
      early,
      gifts.map((gift) => act(PATRON, pay(REGULAR, gift)).step),
    ),
  ];
  const mayLie = profile === 'safe' && byzantine.clients.greatest > 0;
  return {
    ...scenario,
    byzantine: [...scenario.byzantine, ...(mayLie ? drawRival(cluster, proxy, draw) : [])],
    cluster: { ...cluster, clients: [...cluster.clients, ...clients] },
    workload: [...workload, ...entries.filter((entry) => entry.steps.length > 0)],
  };
}

type Deeds = readonly (readonly [kind: (typeof DEEDS)[number], first: bigint, second: bigint])[];

function pausing(deeds: Deeds, pause: bigint): readonly WorkloadStep[] {
  const [first, second] = deeds.map(([, paid]) => stepOf(pay(PATRON, paid)));
  const wait: WorkloadStep = { op: 'wait', for: pause };
  return first === undefined || second === undefined ? [] : [first, wait, second];
}

function doing(deeds: Deeds, mayMint: boolean): readonly WorkloadStep[] {
  const mints = mayMint && deeds.some(([kind]) => kind === 'mint');
  const steps = deeds.map(([kind, first, second]) => {
    if (kind === 'mint' && mints)
      return stepOf({ op: 'mint', token: TOKEN, to: PATRON, amount: first });
    return kind === 'batch'
      ? stepOf(pay(PATRON, first), pay(PATRON, second))
      : stepOf(pay(PATRON, first));
  });
  return mints ? [stepOf(CREATION), ...steps] : steps;
}

/**
 * Has the client hand its proxy a second payment for its first nonce while the first one is being
 * signed: what the proxy was told of that nonce may serve only one of them.
 */
function drawRival(
  { validators }: Pick<ScenarioCluster, 'validators'>,
  proxy: string,
  draw: Draw,
): readonly ByzantineParty[] {
  const { takesPart, validator, count, amount: paid } = draw('regular/twice', rivals);
  const node = elementAt(validators, validator);
  if (!takesPart || node === undefined) return [];
  const moment = { kind: 'trigger', node, after: 'signed', count } as const;
  const payment = { to: PATRON, amount: paid, targets: [proxy] };
  return [partyOf(REGULAR, [{ moment, act: 'nonce-abuse', kind: 'reuse', ...payment }])];
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
