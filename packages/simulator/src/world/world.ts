import { createClientNode, createProxyNode, createValidatorNode, type Node } from '@quorate/actors';
import {
  CLIENT_TIMINGS,
  type ClientState,
  type Genesis,
  type Message,
  type ProxyState,
  VALIDATOR_RULES,
  type ValidatorRules,
  type ValidatorState,
} from '@quorate/core';
import { createVerifier, type Ed25519, rememberingVerifier, type Verifier } from '@quorate/crypto';
import { createMemoryStore } from '@quorate/storage';
import type { NodeName } from '@quorate/transport';
import { createEventQueue, createRandomSchedule, fifoSchedule } from '../event-queue.ts';
import { createSimulatedNetwork, type SimulatedNetwork } from '../network.ts';
import { createWatch, type Watch } from '../oracles/watch.ts';
import { createRng } from '../rng.ts';
import { linkModels } from '../scenario/link-models.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createVirtualClock, type Fire, type VirtualClock } from '../virtual-clock.ts';
import { buildGenesis } from './genesis.ts';
import { createParties, type Parties } from './parties.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { createTraceRecorder, type TraceRecorder } from './trace-recorder.ts';
import { createValidatorWatch } from './validator-watch.ts';
import { linkNameOf, startWorkload, userOf, type Workload } from './workload.ts';

/** When every simulation starts: 2026-01-01 00:00:00 UTC, in nanoseconds. */
const START = 1_767_225_600_000_000_000n;

/** How many verified signatures a run remembers. */
const VERIFIED_MAX = 65_536;

/** What a world is built from. */
export interface WorldOptions {
  readonly scenario: Scenario;
  readonly seed: bigint;
  readonly ed25519: Ed25519;
  /** The rules of the validators; a test gives wrong ones. */
  readonly validatorRules?: ValidatorRules;
}

/** A cluster with its network, its users and everything that watches it. */
export interface World {
  readonly start: bigint;
  readonly genesis: Genesis;
  readonly parties: Parties;
  readonly clock: VirtualClock;
  readonly network: SimulatedNetwork<Message>;
  readonly validators: readonly Node<ValidatorState>[];
  readonly proxy: Node<ProxyState>;
  readonly clients: readonly Node<ClientState>[];
  readonly workloads: readonly Workload[];
  readonly watch: Watch;
  readonly trace: TraceRecorder;
  readonly timeline: Timeline;
  /** What broke in a node, in order: bugs of ours. */
  readonly failures: readonly NodeFailure[];
}

/** A node that stopped because of a bug or a broken store. */
export interface NodeFailure {
  readonly node: NodeName;
  readonly at: bigint;
  readonly failure: unknown;
}

/** Builds a world and starts its nodes, users and faults; nothing happens before the clock runs. */
export function createWorld(options: WorldOptions): World {
  const { scenario, seed, ed25519, validatorRules = VALIDATOR_RULES } = options;
  const rng = createRng(seed);
  const policy =
    scenario.network.schedule === 'fifo'
      ? fifoSchedule
      : createRandomSchedule(rng.stream('schedule'));
  const clock = createVirtualClock({ start: START, queue: createEventQueue<Fire>(), policy });
  const parties = createParties(ed25519);
  const genesis = buildGenesis(scenario.cluster, parties);
  const { nameOf } = parties;
  const trace = createTraceRecorder(nameOf);
  const timeline = createTimeline(nameOf, scenario.cluster.validators.length);
  const watch = createWatch({ genesis, nameOf });
  const network = createSimulatedNetwork<Message>({
    clock,
    rng,
    link: linkOf(scenario),
    onSend: ({ message, at }) => timeline.sent(message, at - START),
  });
  const failures: NodeFailure[] = [];
  // Verification is a pure function, so the nodes of one process may share what they remember.
  const verifier = rememberingVerifier(createVerifier(ed25519), { capacity: VERIFIED_MAX });
  const base: Building = {
    options,
    verifier,
    clock,
    network,
    parties,
    genesis,
    trace,
    timeline,
    watch,
    failures,
  };
  const validators = scenario.cluster.validators.map((name) =>
    createValidator(base, name, validatorRules),
  );
  const proxy = createProxy(base);
  const clients = scenario.cluster.clients.map(({ name }) => createClient(base, name));
  for (const node of [...validators, proxy, ...clients]) node.start();
  placeFaults(scenario, clock, validators);
  const workloads = scenario.workload.map((entry) =>
    startWorkload({
      entry,
      clock,
      start: START,
      transport: network,
      parties,
      validators: scenario.cluster.validators,
      quorum: validatorRules.quorum(scenario.cluster.validators.length),
      nextNonce: () => clients.find(({ name }) => name === entry.client)?.state()?.nextNonce ?? 0n,
    }),
  );
  return {
    start: START,
    genesis,
    parties,
    clock,
    network,
    validators,
    proxy,
    clients,
    workloads,
    watch,
    trace,
    timeline,
    failures,
  };
}

interface Building
  extends Pick<
    World,
    'clock' | 'network' | 'parties' | 'genesis' | 'trace' | 'timeline' | 'watch'
  > {
  readonly options: WorldOptions;
  readonly verifier: Verifier;
  readonly failures: NodeFailure[];
}

function surroundings({ verifier, clock, network, parties, failures }: Building, name: string) {
  return {
    name,
    ports: { store: createMemoryStore<unknown>(), transport: network, clock },
    signer: parties.signer(name),
    verifier,
    onFailure: (failure: unknown) =>
      failures.push({ node: name, at: clock.now() - START, failure }),
  };
}

function createValidator(
  base: Building,
  name: string,
  rules: ValidatorRules,
): Node<ValidatorState> {
  const { clock, genesis, trace, timeline, watch } = base;
  const digests = createValidatorWatch();
  return createValidatorNode({
    ...surroundings(base, name),
    genesis,
    rules,
    onStep: (observation) => {
      const at = clock.now();
      const { changes, digest } = digests.step(observation);
      trace.record(observation, at, digest);
      watch.afterStep({ validator: name, observation, changes }, at - START);
      const { input } = observation;
      const isSettled = changes.some(({ table }) => table === 'settled');
      if (isSettled && input.type === 'Message' && input.message.type === 'SubmitCertificate') {
        timeline.settled(name, input.message.certificate, at - START);
      }
    },
  });
}

function createProxy(base: Building): Node<ProxyState> {
  const { options, clock, genesis, trace } = base;
  return createProxyNode({
    ...surroundings(base, options.scenario.cluster.proxy),
    committee: genesis.committee,
    onStep: (observation) => trace.record(observation, clock.now(), undefined),
  });
}

function createClient(base: Building, name: string): Node<ClientState> {
  const { options, clock, genesis, trace } = base;
  return createClientNode({
    ...surroundings(base, name),
    fresh: {
      networkId: genesis.networkId,
      committee: genesis.committee,
      proxy: options.scenario.cluster.proxy,
      timings: CLIENT_TIMINGS,
      nextNonce: 0n,
      inFlight: undefined,
      queue: [],
    },
    onStep: (observation) => trace.record(observation, clock.now(), undefined),
  });
}

// A user sits beside its client: what the two say to each other takes no time and is never lost.
function linkOf({ network, cluster }: Scenario) {
  const links = linkModels(network);
  const users = new Set(cluster.clients.map(({ name }) => userOf(name)));
  const beside = { delay: { kind: 'const', mean: 0n }, drop: 0 } as const;
  return (from: NodeName, to: NodeName) =>
    users.has(from) || users.has(to) ? beside : links(linkNameOf(from), linkNameOf(to));
}

function placeFaults(
  { faults }: Scenario,
  clock: VirtualClock,
  validators: readonly Node<ValidatorState>[],
): void {
  for (const { node, at, restartAfter } of faults) {
    const validator = validators.find(({ name }) => name === node);
    if (validator === undefined) continue;
    clock.setTimer(START + at, () => validator.crash());
    if (restartAfter !== undefined) {
      clock.setTimer(START + at + restartAfter, () => validator.start());
    }
  }
}
