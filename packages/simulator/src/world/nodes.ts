import { createClientNode, createProxyNode, createValidatorNode, type Node } from '@quorate/actors';
import {
  CLIENT_TIMINGS,
  type ClientState,
  type Genesis,
  type Message,
  type ProxyState,
  type ValidatorRules,
  type ValidatorState,
} from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import { createMemoryStore, type Store } from '@quorate/storage';
import type { NodeName } from '@quorate/transport';
import type { SimulatedNetwork } from '../network.ts';
import { certificateSettled } from '../oracles/settled-by.ts';
import type { Watch } from '../oracles/watch.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { Labels } from './labels.ts';
import type { Parties } from './parties.ts';
import type { Timeline } from './timeline.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import { createValidatorWatch } from './validator-watch.ts';

/** A node that stopped because of a bug or a broken store. */
export interface NodeFailure {
  readonly node: NodeName;
  /** Since the start of the run. */
  readonly at: bigint;
  readonly failure: unknown;
}

/** What every node of a world is built on. */
export interface Ground {
  readonly start: bigint;
  readonly genesis: Genesis;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly verifier: Verifier;
  readonly clock: VirtualClock;
  readonly network: SimulatedNetwork<Message>;
  readonly watch: Watch;
  readonly trace: TraceRecorder;
  readonly timeline: Timeline;
  readonly failures: NodeFailure[];
}

/** A validator together with its disk. */
export interface SimulatedValidator {
  readonly node: Node<ValidatorState>;
  readonly store: Store<unknown>;
}

/** Builds a validator whose every step is watched. */
export function buildValidator(
  ground: Ground,
  name: string,
  rules: ValidatorRules,
): SimulatedValidator {
  const { start, clock, genesis, trace, timeline, watch } = ground;
  const store = createMemoryStore<unknown>();
  const digests = createValidatorWatch();
  const node = createValidatorNode({
    ...surroundings(ground, name, store),
    genesis,
    rules,
    onStep: (observation) => {
      const { changes, digest } = digests.step(observation);
      trace.record(observation, clock.now(), digest);
      const step = { validator: name, observation, changes };
      watch.afterStep(step, clock.now() - start);
      const certificate = certificateSettled(step);
      if (certificate !== undefined) timeline.settled(name, certificate, clock.now() - start);
    },
  });
  return { node, store };
}

/** Builds the proxy. */
export function buildProxy(ground: Ground, name: string): Node<ProxyState> {
  const { clock, genesis, trace } = ground;
  return createProxyNode({
    ...surroundings(ground, name, createMemoryStore()),
    committee: genesis.committee,
    onStep: (observation) => trace.record(observation, clock.now(), undefined),
  });
}

/** Builds a client that talks to this proxy. */
export function buildClient(ground: Ground, name: string, proxy: NodeName): Node<ClientState> {
  const { clock, genesis, trace } = ground;
  return createClientNode({
    ...surroundings(ground, name, createMemoryStore()),
    fresh: {
      networkId: genesis.networkId,
      committee: genesis.committee,
      proxy,
      timings: CLIENT_TIMINGS,
      nextNonce: 0n,
      inFlight: undefined,
      queue: [],
    },
    onStep: (observation) => trace.record(observation, clock.now(), undefined),
  });
}

function surroundings(ground: Ground, name: string, store: Store<unknown>) {
  const { start, verifier, clock, network, parties, failures } = ground;
  return {
    name,
    ports: { store, transport: network, clock },
    signer: parties.signer(name),
    verifier,
    onFailure: (failure: unknown) =>
      failures.push({ node: name, at: clock.now() - start, failure }),
  };
}
