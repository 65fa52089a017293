import { drawScenario } from '../draw/draw-scenario.ts';
import { isBearable } from '../quorums.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { plannedCommittees } from '../scenario/cluster/committees.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import type { RawScenario, Scenario } from '../scenario/scenario.ts';
import { scenarioForm } from '../scenario/scenario.ts';
import { fewerActs } from './axes/byzantine.ts';
import { fewerChanges } from './axes/changes.ts';
import { smallerCommittee } from './axes/committee.ts';
import { fewerDetails, smallerValues } from './axes/details.ts';
import { fewerFaults, plainerFaults } from './axes/faults.ts';
import { earlierStarts, plainerFrame, plainerPhases, smallerSeed } from './axes/frame.ts';
import { plainerNetwork, steadierDelays } from './axes/network.ts';
import { fewerAccounts, fewerClients, fewerProxies, mergedClients } from './axes/parties.ts';
import { fewerSteps } from './axes/workload.ts';
import { smallerThan } from './measure.ts';
import { isSound, mended } from './mended.ts';

/** Proposes documents with something less; they may still mention what has been removed. */
type Proposals = (document: RawScenario) => Iterable<RawScenario>;

/** The axes that take out whole elements, the most drastic first. */
const COARSE = {
  frame: plainerFrame,
  troubles: noTroubles,
  changes: fewerChanges,
  committee: smallerCommittee,
  acts: fewerActs,
  faults: fewerFaults,
  clients: fewerClients,
  steps: fewerSteps,
  accounts: fewerAccounts,
  proxies: fewerProxies,
  merged: mergedClients,
  network: plainerNetwork,
  phases: plainerPhases,
} as const satisfies Readonly<Record<string, Proposals>>;

/** The axes whose proposals are not mended: if a value is not valid, the proposal is dropped. */
const FINE = {
  'fault-kinds': plainerFaults,
  starts: earlierStarts,
  delays: steadierDelays,
  details: fewerDetails,
  values: smallerValues,
  seed: smallerSeed,
} as const satisfies Readonly<Record<string, Proposals>>;

/** The name of an axis along which a scenario can be reduced. */
export type ReductionAxis = keyof typeof COARSE | keyof typeof FINE;

/** The axes that take out whole elements, in the order in which they are best tried. */
export const COARSE_AXES = Object.keys(COARSE) as readonly ReductionAxis[];

/** The axes that simplify what is left, in the order in which they are best tried. */
export const FINE_AXES = Object.keys(FINE) as readonly ReductionAxis[];

/** The axis along which a scenario with a swarm is drawn; the other axes wait until it is drawn. */
const DRAWN_ALONG: ReductionAxis = 'frame';

/**
 * Lists scenarios that are smaller than this one, the most drastic reduction first.
 *
 * Each of them is valid for the loader, is smaller by a well-founded measure, so that going from
 * one to the next comes to an end, and has at most f faulty validators if this one has. A scenario
 * with a swarm is first drawn.
 */
export function* reductions(scenario: Scenario): Iterable<Scenario> {
  for (const axis of [...COARSE_AXES, ...FINE_AXES]) yield* reductionsAlong(axis, scenario);
}

/** Lists the reductions of a scenario along one axis, as `reductions` does along all. */
export function* reductionsAlong(axis: ReductionAxis, scenario: Scenario): Iterable<Scenario> {
  if (scenario.swarm !== undefined) {
    if (axis === DRAWN_ALONG) yield drawScenario(scenario);
    return;
  }
  const document = scenarioForm.state(scenario);
  const isLess = smallerThan(scenario);
  const isMended = axis in COARSE;
  const proposals: Proposals = { ...COARSE, ...FINE }[axis];
  for (const proposal of proposals(document)) {
    const { provenance: _, ...bare } = proposal;
    const sound = isMended ? mended(bare) : isSound(bare) ? bare : undefined;
    if (sound === undefined) continue;
    const candidate = scenarioForm.load(tidied(sound));
    if (isLess(candidate) && isAsSafe(candidate, scenario)) yield candidate;
  }
}

/** Removes workloads without steps and Byzantine nodes without acts: no run depends on them. */
function tidied(document: RawScenario): RawScenario {
  const { workload, byzantine = [] } = document;
  return {
    ...document,
    workload: workload.filter(({ steps }) => steps.length > 0),
    byzantine: byzantine.filter(({ acts }) => acts.length > 0),
  };
}

/**
 * With more than f faulty validators anything may break, and that would not be the failure looked
 * for.
 */
function isAsSafe(candidate: Scenario, original: Scenario): boolean {
  return isSafe(candidate) || !isSafe(original);
}

function isSafe(scenario: Scenario): boolean {
  const [liars, amnesiacs] = [byzantineNodes(scenario), amnesiacNodes(scenario)];
  const isFaulty = (name: string) => liars.has(name) || amnesiacs.has(name);
  return plannedCommittees(scenario).every((members) => isBearable(members, isFaulty));
}

/**
 * Most failures need few kinds of trouble, so this tries to leave out all kinds but one at once.
 */
function* noTroubles(document: RawScenario): Iterable<RawScenario> {
  const none: Pick<RawScenario, 'faults' | 'byzantine'> = { faults: [], byzantine: [] };
  const [plain = document] = plainerNetwork(document);
  const { faults = [], byzantine = [] } = document;
  yield { ...plain, ...none };
  yield { ...plain, ...none, byzantine };
  yield { ...plain, ...none, faults };
  yield { ...document, ...none };
}
