import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { ScenarioClient } from '../../scenario/cluster/cluster.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { OperationStep, WorkloadStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import { entryOf } from '../entry-of.ts';
import { act } from '../plots/scene.ts';
import { chance, span } from '../values.ts';

/** The fraction of runs with changes of committee in which a client asks early. */
const ODDS = 0.15;

/** No other client of a generated scenario has this name. */
const APPLICANT = 'grace';

const PAYMENT = 'pay';
const JOIN = 'join-committee';
const LEAVE = 'leave-committee';

/** What the client does in one transaction. */
const WISHES = [[JOIN], [JOIN], [PAYMENT, JOIN], [JOIN, PAYMENT], [JOIN, LEAVE]] as const;

/**
 * How often it asks: when a change settles depends on the network, so that one request would mostly
 * come before it, or long after it.
 */
const TIMES = 5;

const drawn = fc.record({
  takesPart: chance(ODDS),
  age: span(1_000, 4_000),
  wish: fc.constantFrom(...WISHES),
  pause: span(200, 1_500),
});

/**
 * In some of the runs in which the committee changes, lets requests wait, and has a client ask to
 * join several times around the first change (rule C2). The requests for the seats of a change all
 * come before the first one, when the age of an epoch and that of the network are the same.
 *
 * The client is added last, so that nothing else is drawn for it.
 */
export function withEarlyRequest(
  scenario: Scenario,
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): Scenario {
  const { cluster, changes, workload } = scenario;
  const [first] = changes;
  const [payee] = cluster.clients;
  const [proxy] = cluster.proxies;
  const isDrawn = operations.committee > 0 && operations.pay > 0;
  if (!isDrawn || first === undefined || payee === undefined || proxy === undefined) {
    return scenario;
  }
  const { takesPart, age, wish, pause } = draw('early-request', drawn);
  if (!takesPart) return scenario;
  const due = first.moment.kind === 'time' ? first.moment.at : 0n;
  // The change waits for the requests for its seats, and these for the age.
  const start = due > age ? due : age;
  const balance = BigInt(TIMES) * (1n + (cluster.fees?.amount ?? 0n));
  const client: ScenarioClient = { name: APPLICANT, balance, proxy };
  const wait: WorkloadStep = { op: 'wait', for: pause };
  const ask = act(APPLICANT, ...wish.map((op) => operationOf(op, payee.name))).step;
  const steps = Array.from({ length: TIMES }, (_, index) => (index === 0 ? [ask] : [wait, ask]));
  const entry = entryOf(APPLICANT, start, steps.flat());
  return {
    ...scenario,
    cluster: { ...cluster, requestAge: age, clients: [...cluster.clients, client] },
    workload: [...workload, entry],
  };
}

function operationOf(op: (typeof WISHES)[number][number], to: string): OperationStep {
  return op === PAYMENT ? { op, to, amount: 1n, token: undefined } : { op };
}
