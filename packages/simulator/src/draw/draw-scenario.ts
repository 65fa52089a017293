import { parseDuration } from '@quorate/network';
import type { Stage } from '../arbitraries/stage.ts';
import { MS, weighted } from '../arbitraries/values.ts';
import { checkScenario, checkSeed } from '../check-arguments.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { Expectations } from '../scenario/expectations.ts';
import { DRAWN_CHAOS, phasesForm, type ScenarioPhases, simTimeOf } from '../scenario/phases.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import { type Budget, drawBudget } from './budget.ts';
import { drawByzantine } from './byzantine/draw-byzantine.ts';
import { withForgedShare } from './byzantine/forged-share.ts';
import { withFormerKeys } from './byzantine/former-keys.ts';
import { drawHiddenLock } from './byzantine/hidden-lock.ts';
import { withKeptBack } from './byzantine/kept-back.ts';
import { withLasting } from './byzantine/lasting.ts';
import { withNarrowed } from './byzantine/narrowed.ts';
import { type Draw, drawsOf } from './draw.ts';
import { drawFaults } from './draw-faults.ts';
import { drawNetwork } from './draw-network.ts';
import { withAnsweredClients } from './lies/answered-clients.ts';
import { withFalseCells } from './lies/false-cells.ts';
import { withFalsePending } from './lies/false-pending.ts';
import { withFalseRecords } from './lies/false-records.ts';
import { withFalseRefusals } from './lies/false-refusals.ts';
import { withFalseSnapshots } from './lies/false-snapshots.ts';
import { withFalselyPruned } from './lies/falsely-pruned.ts';
import { withOtherPages } from './lies/other-pages.ts';
import { partiesWithOwnIds, withOwnIds } from './own-ids.ts';
import { withCountedEvents } from './with-counted-events.ts';
import { drawWorkload } from './workload/draw-workload.ts';

/** The time, in nanoseconds, within which faults begin if the scenario does not limit it. */
const HORIZON = 10_000n * MS;

/** The number of events within which they begin. */
const EVENTS = 400;

/** What a validator may do to clients, in the order in which it is drawn. */
const LIES = [
  withFalseCells,
  withFalsePending,
  withFalseRecords,
  withFalselyPruned,
  withAnsweredClients,
] as const;

/**
 * Replaces what a scenario leaves to the seed by something concrete: what its clients do, what goes
 * wrong, and which nodes are Byzantine. What the scenario itself states stays.
 *
 * Equal scenarios and seeds give equal scenarios. Of a scenario without a swarm, no more is added
 * than among how many events priorities change, if it leaves that open. The result has no swarm, and
 * runs with the seed with which it was drawn.
 *
 * @throws ArgumentError if the scenario or the seed is none
 */
export function drawScenario(base: Scenario, given?: bigint): Scenario {
  checkScenario(base);
  checkSeed(given, 'seed');
  const seed = given ?? base.seed;
  const { swarm } = base;
  const concrete = swarm === undefined ? { ...base, seed } : drawSwarm(base, swarm, seed);
  return withCountedEvents(concrete);
}

function drawSwarm(base: Scenario, swarm: Swarm, seed: bigint): Scenario {
  const draw = drawsOf(seed);
  const { limits } = base;
  const budget = drawBudget(base, swarm.profile, draw);
  const phases = base.phases ?? drawPhases(draw);
  const stage = stageOf({ ...base, phases }, budget);
  const taken = base.byzantine.map(({ node }) => node);
  const attack = taken.length === 0 ? drawHiddenLock(swarm, stage, draw) : undefined;
  const workload = [
    ...base.workload,
    ...withOwnIds(drawWorkload(base, swarm, draw), base.workload),
  ];
  const occasion = { swarm, budget, workload };
  const lying = (parties: readonly ByzantineParty[]) => {
    if (taken.length > 0) return parties;
    const lied = LIES.reduce((sum, withLies) => withLies(sum, occasion, draw), parties);
    const kept = withKeptBack(lied, occasion, { cluster: base.cluster, draw });
    const refused = withFalseRefusals(kept, swarm, { stage, draw });
    const shown = withFalseSnapshots(refused, swarm, { stage, draw });
    const former = withFormerKeys(shown, swarm, { stage, draw });
    const shared = withForgedShare(former, occasion, { cluster: base.cluster, draw });
    return swarm.profile === 'beyond'
      ? shared
      : withLasting(withNarrowed(shared, stage, draw), draw);
  };
  const atLeast = simTimeOf(phasesForm.state(phases));
  return {
    ...base,
    seed,
    network: drawNetwork(base.network, { swarm, stage }, draw),
    workload,
    faults: [
      ...base.faults,
      ...withOwnIds([...drawFaults(swarm, stage, draw), ...(attack?.faults ?? [])], base.faults),
    ],
    byzantine: attack?.parties ?? [
      ...base.byzantine,
      ...partiesWithOwnIds(
        withOtherPages(lying(drawByzantine(swarm, { ...stage, taken }, draw)), draw),
        base.byzantine,
      ),
    ],
    swarm: undefined,
    phases,
    limits: { ...limits, simTime: limits.simTime > atLeast ? limits.simTime : atLeast },
    expect: expectationsOf(base.expect, swarm),
  };
}

/** The cluster and the limits within which the faults and acts of a scenario are drawn. */
function stageOf({ cluster, changes, phases, limits }: Scenario, budget: Budget): Stage {
  const chaos = phases === undefined ? [] : [phases.chaos - MS];
  const horizon = shortest([HORIZON, ...chaos, limits.simTime / 2n]);
  return { cluster, budget, changes, horizon, events: Math.min(EVENTS, limits.events - 1) };
}

/**
 * Faults without an end of their own all end with the chaos; then every honest client has to
 * finish.
 */
function drawPhases(draw: Draw): ScenarioPhases {
  return {
    chaos: parseDuration(DRAWN_CHAOS),
    heal: draw('phases', weighted({ all: 3, quorum: 1 })),
  };
}

function shortest(spans: readonly bigint[]): bigint {
  return spans.reduce((least, span) => (span < least ? span : least));
}

/** If more than f validators are faulty, no verdict can be expected. */
function expectationsOf(expect: Expectations, { profile }: Swarm): Expectations {
  return profile === 'beyond' && expect.verdict === 'pass' ? { ...expect, verdict: 'any' } : expect;
}
