import type { Node } from '@quorate/actors';
import {
  CLIENT_RULES,
  type ClientState,
  PROXY_RULES,
  type ProxyState,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import type { CryptoSuite } from '@quorate/crypto';
import { createRng, type Rng } from '@quorate/network';
import { createActLog } from '../byzantine/act-log.ts';
import { createCast } from '../byzantine/cast.ts';
import type { ByzantineClient } from '../byzantine/client/byzantine-client.ts';
import { createDrawHash, type DrawHash } from '../draw-hash.ts';
import { createCommitteeBook } from '../oracles/committee-book.ts';
import { correctNodes, correctSoFar } from '../oracles/correct-nodes.ts';
import { untilForgotten } from '../oracles/following/until-forgotten.ts';
import { createSituations } from '../oracles/situations.ts';
import { BLIND_WATCH, createWatch, type Watch, type WatchOptions } from '../oracles/watch.ts';
import type { Observe, Setting } from '../recording/observer.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { everyValidator } from '../scenario/cluster/committees.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createScheduleQueue } from '../schedule-queue.ts';
import { createShapes } from '../shapes/shapes.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';
import type { Workers } from '../workers/workers.ts';
import type { WrongRules } from '../wrong-rules.ts';
import { type Attend, createAttendance } from './attendance.ts';
import type { Registrar } from './changes/registrar.ts';
import { createCostCounter } from './costs.ts';
import { type PlacedFaults, placeFaults } from './faults/faults.ts';
import { buildGenesis } from './genesis.ts';
import { isGuest, type NodeMakers } from './guests/guests.ts';
import { hearing } from './hearing.ts';
import { createHosts } from './hosts/host.ts';
import { needsOf } from './hosts/needs.ts';
import { startByzantineClients, startChanges, startWorkloads } from './instigators.ts';
import { ownerOf } from './links.ts';
import { createMoments } from './moments.ts';
import type { NodeFailure } from './node-failure.ts';
import {
  buildClient,
  buildProxy,
  buildValidator,
  type Ground,
  type SimulatedValidator,
} from './nodes.ts';
import { paceOf } from './pace.ts';
import { createParties } from './parties.ts';
import { placePhases } from './phases.ts';
import { createTimeline } from './timeline.ts';
import { createStepCounter, createTraceRecorder } from './trace-recorder.ts';
import { createTurnWords, type TurnWords } from './turn-words.ts';
import { createUnrest } from './unrest.ts';
import { createDesk } from './users/desk.ts';
import { createLabels } from './users/labels.ts';
import { proxyOfAccounts } from './users/proxy-of.ts';
import { seatsOf } from './users/seats.ts';
import { createSubmissions } from './users/submissions.ts';
import type { Workload } from './users/workload.ts';
import { createGivenRefusals } from './verdict/given-refusals.ts';
import type { Watching } from './watching.ts';
import { createWorldNetwork, linkModelsOf } from './world-network.ts';

/** The start of every simulation: 2026-01-01 00:00:00 UTC, in nanoseconds since the Unix epoch. */
export const START = 1_767_225_600_000_000_000n;

/** What a world is built from. */
export interface WorldOptions extends WrongRules {
  readonly scenario: Scenario;
  readonly seed: bigint;
  readonly crypto: CryptoSuite;
  readonly observe?: Observe;
  readonly attend?: Attend;
  /** The makers of nodes that are not the core's; by default there are none. */
  readonly nodes?: NodeMakers;
  readonly watching: Watching;
  /** The threads for validators; without them all run in this thread. */
  readonly workers?: Workers;
}

/** A cluster with its network, its users and everything that watches it. */
export interface World extends Omit<Ground, 'failures'> {
  readonly validatorRules: ValidatorRules;
  readonly validators: readonly SimulatedValidator[];
  readonly proxies: readonly Node<ProxyState>[];
  readonly clients: readonly Node<ClientState>[];
  readonly workloads: readonly Workload[];
  readonly byzantineClients: readonly ByzantineClient[];
  readonly registrar: Registrar;
  readonly faults: PlacedFaults;
  readonly rng: Rng;
  readonly draws: DrawHash;
  readonly seed: bigint;
  /** The errors that broke nodes, in order: bugs in the code. */
  readonly failures: readonly NodeFailure[];
}

/** Builds a world with its nodes, users and faults; nothing happens before the clock runs. */
export function createWorld(options: WorldOptions): World {
  const { scenario, seed, watching, validatorRules = VALIDATOR_RULES } = options;
  const { cluster } = scenario;
  const draws = createDrawHash();
  const rng = createRng(seed, watching.trace ? { onStream: draws.listen } : {});
  const ground = createGround(options, rng);
  const names = everyValidator(cluster);
  const validators = names.map((name) => buildValidator(ground, name, validatorRules));
  const proxies = cluster.proxies.map((name) => buildProxy(ground, name));
  // All members of a multisig account use one proxy, because only there their signatures are
  // merged.
  const clients = [
    ...cluster.clients.map(({ name, proxy }) => buildClient(ground, name, proxy)),
    ...seatsOf(scenario).map(({ name, account }) =>
      buildClient(ground, name, proxyOfAccounts(cluster), account),
    ),
  ];
  const nodes = [...validators.map(({ node }) => node), ...proxies, ...clients];
  for (const node of nodes) node.start();
  ground.moments.begin();
  const restarted = ({ name }: Node<unknown>) => {
    const client = clients.find((each) => each.name === name);
    // Only users of clients look after a restart: a timer for other nodes would cost the schedule a
    // draw.
    if (client !== undefined) ground.desk?.restarted(name, client.state);
  };
  const faults = placeFaults(scenario.faults, { ...ground, rng, nodes, restarted });
  ground.attendance?.begin();
  placePhases(scenario, { ...ground, rng, faults, clients });
  const registrar = startChanges(scenario, ground, validatorRules);
  const workloads = startWorkloads(scenario, ground, { validatorRules, clients });
  const byzantineClients = startByzantineClients(scenario, ground, { validatorRules, clients });
  return {
    ...ground,
    validatorRules,
    validators,
    proxies,
    clients,
    workloads,
    byzantineClients,
    registrar,
    faults,
    rng,
    draws,
    seed,
  };
}

function createGround(
  { scenario, crypto, observe, attend, watching, workers, nodes = {}, ...wrong }: WorldOptions,
  rng: Rng,
): Ground {
  const { witness } = crypto;
  const costs = createCostCounter(crypto);
  const parties = createParties(costs.crypto.signer, scenario.cluster);
  const labels = createLabels();
  const naming = { nameOf: parties.nameOf, labelOf: labels.nameOf };
  const { clock, neverCame } = createTiming(scenario, rng, createTurnWords(naming));
  const genesis = buildGenesis(scenario.cluster, parties, START);
  const { nameOf } = parties;
  const committees = createCommitteeBook(genesis.committee);
  const isCorrect = correctNodes(scenario);
  const soFar = correctSoFar(scenario);
  const shapes = watching.shapes ? createShapes(committees) : undefined;
  const overtaken = new Set<string>();
  const batchesOf = (node: string) => hostOf(node).disk?.batches();
  const told = { overtaken, verifier: witness, isCorrect, shapes, batchesOf };
  const known = { genesis, committees, nameOf, eventNow: clock.fired, ...told };
  const watch = watchOf(scenario, { makers: nodes, watching, soFar, ...wrong }, known);
  const observer = observe?.(settingOf(scenario, { ...naming, genesis, committees, witness }));
  const timeline = createTimeline(naming, { start: START, committees, verifier: witness });
  const unrest = createUnrest(byzantineNodes(scenario));
  const refusals = createGivenRefusals();
  const submissions = createSubmissions(scenario.workload, nameOf);
  const ears = { timeline, refusals, submissions, observer, costs, unrest, watch };
  const around = { clock, rng, onSend: hearing(ears, START), watching, observer };
  const { network, conditions } = createWorldNetwork(scenario, around);
  const moments = createMoments({ clock, start: START });
  const attendance = createAttendance(attend, network);
  const hostOf = createHosts(
    { clock, rng, network, moments, disk: scenario.cluster.disk, see: attendance?.see },
    (name) => needsOf(scenario, ownerOf(name)),
  );
  return {
    start: START,
    genesis,
    parties,
    labels,
    verifier: costs.crypto.verifier,
    witness,
    costs,
    isCorrect,
    soFar,
    overtaken,
    committees,
    served: new Map(),
    pace: paceOf(scenario),
    cluster: scenario.cluster,
    epochs: scenario.changes.length + 1,
    makers: nodes,
    clock,
    neverCame,
    network,
    conditions,
    moments,
    hostOf,
    attendance,
    desk: deskFor(scenario, clock),
    watch,
    watching,
    shapes,
    trace: watching.trace ? createTraceRecorder(nameOf, observer?.recorded) : createStepCounter(),
    observer,
    timeline,
    unrest,
    refusals,
    submissions,
    proxyRules: wrong.proxyRules ?? PROXY_RULES,
    clientRules: wrong.clientRules ?? CLIENT_RULES,
    cast: createCast(scenario.byzantine),
    acts: createActLog(scenario.byzantine, { clock, start: START }),
    failures: [],
    workers,
  };
}

function deskFor(scenario: Scenario, clock: VirtualClock): Ground['desk'] {
  const mayCrash = scenario.cluster.clients.some(({ name }) => needsOf(scenario, name).disk);
  return mayCrash ? createDesk(clock) : undefined;
}

function settingOf(
  { cluster }: Scenario,
  {
    committees,
    witness,
    ...known
  }: Pick<Setting, 'nameOf' | 'labelOf' | 'genesis'> & Pick<Ground, 'committees' | 'witness'>,
): Setting {
  const validators = everyValidator(cluster);
  return { ...known, start: START, validators, verifier: witness, isLeaked: committees.isLeaked };
}

function watchOf(
  scenario: Scenario,
  {
    makers,
    watching,
    soFar,
    validatorRules: { handover } = VALIDATOR_RULES,
  }: Pick<WorldOptions, 'watching' | 'validatorRules'> & Pick<Ground, 'makers' | 'soFar'>,
  known: Omit<
    WatchOptions,
    'isSeen' | 'isSpent' | 'unseen' | 'mayCorrupt' | 'proxies' | 'clients' | 'only' | 'situations'
  >,
): Watch {
  if (!watching.oracles) return BLIND_WATCH;
  const { cluster } = scenario;
  const isSeen = (node: string) => !isGuest(makers, node);
  const options = {
    ...known,
    only: watching.only,
    situations: watching.situations ? createSituations(known.committees.isLeaked) : undefined,
    isSeen,
    isSpent: handover.isSpent,
    mayCorrupt: linkModelsOf(scenario).some(({ corrupt }) => corrupt !== undefined),
    unseen: everyValidator(cluster).filter((name) => !isSeen(name)),
    proxies: cluster.proxies,
    clients: [...cluster.clients, ...seatsOf(scenario)].map(({ name }) => name),
  };
  const lasting = createWatch(options);
  if (amnesiacNodes(scenario).size === 0) return lasting;
  const { isCorrect, hasForgotten } = soFar;
  const hopeful = createWatch({ ...options, isCorrect, situations: undefined, shapes: undefined });
  return untilForgotten({ lasting, hopeful, hasForgotten });
}

function createTiming({ network, limits }: Scenario, rng: Rng, words: TurnWords) {
  const end = Number(limits.simTime);
  const { neverCame, ...schedule } = createScheduleQueue(network, { rng, end, words });
  return { clock: createVirtualClock({ start: START, ...schedule }), neverCame };
}
