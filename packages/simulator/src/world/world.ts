import type { Node } from '@quorate/actors';
import {
  type ClientState,
  invariant,
  type Message,
  type ProxyState,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import { createVerifier, type Ed25519, rememberingVerifier } from '@quorate/crypto';
import { createDrawHash, type DrawHash } from '../draw-hash.ts';
import { createEventQueue, createRandomSchedule, fifoSchedule } from '../event-queue.ts';
import { createSimulatedNetwork, type NetworkEvent } from '../network.ts';
import { createWatch } from '../oracles/watch.ts';
import { createRng, type Rng } from '../rng.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createVirtualClock, type Fire, type VirtualClock } from '../virtual-clock.ts';
import { placeFaults } from './faults.ts';
import { buildGenesis } from './genesis.ts';
import { createLabels } from './labels.ts';
import { linksOf } from './links.ts';
import {
  buildClient,
  buildProxy,
  buildValidator,
  type Ground,
  type NodeFailure,
  type SimulatedValidator,
} from './nodes.ts';
import { createParties } from './parties.ts';
import { createSharedAccount } from './shared-accounts.ts';
import { createTimeline } from './timeline.ts';
import { createTraceRecorder } from './trace-recorder.ts';
import { startWorkload, type Workload } from './workload.ts';
import { createWriter } from './writer.ts';

/** When every simulation starts: 2026-01-01 00:00:00 UTC, in nanoseconds. */
const START = 1_767_225_600_000_000_000n;

/** How many signatures a run remembers; beyond that it verifies again. */
const MEMORY = { capacity: 65_536 };

/** What a world is built from. */
export interface WorldOptions {
  readonly scenario: Scenario;
  readonly seed: bigint;
  readonly ed25519: Ed25519;
  /** The rules of the validators; a test gives wrong ones. */
  readonly validatorRules?: ValidatorRules;
}

/** A cluster with its network, its users and everything that watches it. */
export interface World extends Omit<Ground, 'failures'> {
  readonly validatorRules: ValidatorRules;
  readonly validators: readonly SimulatedValidator[];
  readonly proxy: Node<ProxyState>;
  readonly clients: readonly Node<ClientState>[];
  readonly workloads: readonly Workload[];
  readonly draws: DrawHash;
  /** What broke in a node, in order: bugs of ours. */
  readonly failures: readonly NodeFailure[];
}

/** Builds a world and starts its nodes, users and faults; nothing happens before the clock runs. */
export function createWorld(options: WorldOptions): World {
  const { scenario, seed, validatorRules = VALIDATOR_RULES } = options;
  const { cluster, faults } = scenario;
  const draws = createDrawHash();
  const ground = createGround(options, createRng(seed, { onDraw: draws.observe }));
  const validators = cluster.validators.map((name) => buildValidator(ground, name, validatorRules));
  const proxy = buildProxy(ground, cluster.proxy);
  // The members of a multisig account share one client, which sends what they have signed.
  const clients = [...cluster.clients, ...cluster.accounts].map(({ name }) =>
    buildClient(ground, name, cluster.proxy),
  );
  for (const node of [...validators.map(({ node }) => node), proxy, ...clients]) node.start();
  placeFaults(faults, { ...ground, validators: validators.map(({ node }) => node) });
  const workloads = startWorkloads(scenario, ground, { validatorRules, clients });
  return { ...ground, validatorRules, validators, proxy, clients, workloads, draws };
}

function createGround({ scenario, ed25519 }: WorldOptions, rng: Rng): Ground {
  const clock = createClock(scenario, rng);
  const verifier = createVerifier(ed25519);
  // Verification is a pure function, so the nodes of one process may share what they remember; the
  // oracles do the arithmetic again.
  const shared = rememberingVerifier(verifier, MEMORY);
  const parties = createParties(ed25519, shared.rememberingSigner, scenario.cluster.accounts);
  const genesis = buildGenesis(scenario.cluster, parties, START);
  const { nameOf } = parties;
  const watch = createWatch({ genesis, nameOf, verifier: rememberingVerifier(verifier, MEMORY) });
  const labels = createLabels();
  const naming = { nameOf, labelOf: labels.nameOf };
  const timeline = createTimeline(naming, scenario.cluster.validators.length);
  const members = new Set(scenario.cluster.validators);
  const onSend = ({ from, message, at }: NetworkEvent<Message>) => {
    timeline.sent(message, at - START);
    if (members.has(from)) watch.sent(from, message, at - START);
  };
  return {
    start: START,
    genesis,
    parties,
    labels,
    verifier: shared,
    clock,
    network: createSimulatedNetwork<Message>({ clock, rng, link: linksOf(scenario), onSend }),
    watch,
    trace: createTraceRecorder(nameOf),
    timeline,
    failures: [],
  };
}

function createClock({ network }: Scenario, rng: Rng): VirtualClock {
  const policy =
    network.schedule === 'fifo' ? fifoSchedule : createRandomSchedule(rng.stream('schedule'));
  return createVirtualClock({ start: START, queue: createEventQueue<Fire>(), policy });
}

function startWorkloads(
  { workload, cluster: { validators, accounts } }: Scenario,
  ground: Ground,
  { validatorRules, clients }: Pick<World, 'validatorRules' | 'clients'>,
): readonly Workload[] {
  const { network, parties, genesis } = ground;
  const nextNonce = (name: string) =>
    clients.find((client) => client.name === name)?.state()?.nextNonce ?? 0n;
  const shared = accounts.map((account) =>
    createSharedAccount(account, parties, () => nextNonce(account.name)),
  );
  const account = (name: string) => {
    const found = shared.find((each) => each.name === name);
    invariant(found !== undefined, `there is no account ${name}`);
    return found;
  };
  const writer = createWriter({ ...ground, networkId: genesis.networkId, nextNonce });
  return workload.map((entry) =>
    startWorkload({
      ...ground,
      entry,
      transport: network,
      account,
      writer,
      validators,
      quorum: validatorRules.quorum(validators.length),
    }),
  );
}
