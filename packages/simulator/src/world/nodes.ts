import { createClientNode, createProxyNode, createValidatorNode, type Node } from '@quorate/actors';
import {
  type ClientRules,
  type ClientState,
  freshClient,
  type Genesis,
  type Message,
  type ProxyRules,
  type ProxyState,
  VALIDATOR_RULES,
  type ValidatorRules,
  type ValidatorState,
} from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import type { FaultyNetwork, NetworkConditions } from '@quorate/network';
import { factsOf } from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import type { NodeName } from '@quorate/transport';
import type { ActLog } from '../byzantine/act-log.ts';
import type { Cast } from '../byzantine/cast.ts';
import { createByzantineProxy } from '../byzantine/proxy/byzantine-proxy.ts';
import { createByzantineValidator } from '../byzantine/validator/byzantine-validator.ts';
import type { CommitteeBook } from '../oracles/committee-book.ts';
import type { CorrectSoFar } from '../oracles/correct-nodes.ts';
import { changesOf } from '../oracles/model/ledger-change.ts';
import { certificatesSettled } from '../oracles/model/settled-by.ts';
import type { ClientStep, ProxyStep } from '../oracles/oracle.ts';
import type { Watch } from '../oracles/watch.ts';
import type { RunObserver } from '../recording/observer.ts';
import type { ScenarioCluster } from '../scenario/cluster/cluster.ts';
import { prunePolicy } from '../scenario/cluster/pruning.ts';
import type { Shapes } from '../shapes/shapes.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { Workers } from '../workers/workers.ts';
import type { Attendance } from './attendance.ts';
import type { CostCounter } from './costs.ts';
import { createGuest, makerOf, type NodeMakers, type SeatedNode } from './guests/guests.ts';
import type { HostOf } from './hosts/host.ts';
import { createKeySafe, type KeySafe } from './key-safe.ts';
import type { Moments } from './moments.ts';
import { type NodeFailure, noteFailure } from './node-failure.ts';
import { clientTimings, proxyTimings } from './pace.ts';
import { keyringFor, type Parties } from './parties.ts';
import type { Timeline } from './timeline.ts';
import type { AnyObservation, TraceRecorder } from './trace-recorder.ts';
import type { Unrest } from './unrest.ts';
import type { Desk } from './users/desk.ts';
import type { Labels } from './users/labels.ts';
import type { Submissions } from './users/submissions.ts';
import { createValidatorWatch } from './validator-watch.ts';
import type { GivenRefusals } from './verdict/given-refusals.ts';
import type { Watching } from './watching.ts';

/** What every node of a world is built on. */
export interface Ground {
  readonly start: bigint;
  readonly genesis: Genesis;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly verifier: Verifier;
  /** The verifier for oracles and observers. */
  readonly witness: Verifier;
  readonly costs: CostCounter;
  /** Whether a node is neither Byzantine nor to forget anything. */
  readonly isCorrect: (node: NodeName) => boolean;
  /** The same, except that who is to forget something is correct until then. */
  readonly soFar: CorrectSoFar;
  /** The clients that an earlier request of their own has overtaken so far; see `OracleContext`. */
  readonly overtaken: Set<string>;
  /** The committees of the run so far. */
  readonly committees: CommitteeBook;
  /** The factor by which proxies and clients wait longer: see `paceOf`. */
  readonly pace: bigint;
  /** Which certificates nodes prune, and how proxies check what they send. */
  readonly cluster: Pick<ScenarioCluster, 'prune' | 'precheck'>;
  /** For each correct validator, the epoch whose locks it holds. */
  readonly served: Map<NodeName, number>;
  /** The most epochs that the run can have; a validator has a key for each. */
  readonly epochs: number;
  readonly clock: VirtualClock;
  /** The places in `network.order` of what has not come yet. */
  readonly neverCame: () => readonly number[];
  readonly network: FaultyNetwork<Message>;
  readonly conditions: NetworkConditions;
  readonly moments: Moments;
  readonly hostOf: HostOf;
  readonly desk: Desk | undefined;
  readonly proxyRules: ProxyRules;
  readonly clientRules: ClientRules;
  /** The makers of nodes that are not the core's. */
  readonly makers: NodeMakers;
  readonly cast: Cast;
  readonly acts: ActLog;
  readonly watch: Watch;
  readonly watching: Watching;
  /** Undefined when no shapes are requested. */
  readonly shapes: Shapes | undefined;
  readonly trace: TraceRecorder;
  readonly timeline: Timeline;
  readonly unrest: Unrest;
  readonly refusals: GivenRefusals;
  readonly submissions: Submissions;
  readonly observer: RunObserver | undefined;
  readonly attendance: Attendance | undefined;
  readonly failures: NodeFailure[];
  /** Undefined when everything runs in this thread. */
  readonly workers: Workers | undefined;
}

/** A validator with its disk. */
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
  const { start, clock, genesis, trace, timeline, watch, watching } = ground;
  const host = ground.hostOf(name);
  const { store } = host.ports;
  const make = makerOf(ground.makers, name);
  if (make !== undefined) {
    const keys = keyringFor(ground.parties, name, ground.epochs);
    const unseen = { role: 'validator', proxy: undefined, view: () => undefined } as const;
    return { node: createGuest<ValidatorState>(ground, { name, make, keys, ...unseen }), store };
  }
  const acts = ground.cast.validatorActs(name);
  const keys = keysOf(ground, name, rules);
  const prune = prunePolicy(ground.cluster.prune, name);
  const options = { ...surroundings(ground, name), genesis, rules, keys, prune };
  if (acts.length > 0) {
    const observed = { ...options, onStep: host.observe };
    return { node: createByzantineValidator(observed, acts, ground), store };
  }
  const digests = createValidatorWatch(watching);
  const node = creatorOf(
    ground,
    rules,
  )({
    ...options,
    onStep: (observation) => {
      host.observe(observation);
      // The writes of the previous step are on their way to the disk; those of this one are not
      // yet.
      keys.sweep(observation.before);
      const { changes, digest } = digests.step(observation);
      trace.record(observation, clock.now(), digest);
      ground.served.set(name, observation.after.handover.served);
      const { now } = host.ports.clock;
      const step = { validator: name, observation, changes };
      if (watching.oracles) {
        const seen = changesOf(observation.before.ledger, changes);
        const watched = { validator: name, observation, changes: seen, now };
        watch.afterStep(watched, clock.now() - start, host.look);
      }
      for (const certificate of certificatesSettled(step)) {
        ground.committees.settled(factsOf(certificate.envelope.transaction));
        timeline.settled(name, certificate, clock.now());
      }
    },
  });
  return { node, store };
}

// An old backup of a node restores its keys, and a liar keeps them all.
function keysOf(
  { parties, epochs, isCorrect, hostOf }: Ground,
  name: string,
  { handover }: Pick<ValidatorRules, 'handover'>,
): KeySafe {
  const { disk } = hostOf(name);
  return createKeySafe(
    keyringFor(parties, name, epochs),
    handover,
    () => isCorrect(name) && (disk === undefined || disk.isSynced()),
  );
}

// Functions cannot be passed to another thread, so a validator with faulty rules runs in this one.
function creatorOf({ workers, costs }: Ground, rules: ValidatorRules): typeof createValidatorNode {
  return workers === undefined || rules !== VALIDATOR_RULES
    ? createValidatorNode
    : (options) => workers.createValidator(options, costs.spent);
}

/** Builds a proxy. */
export function buildProxy(ground: Ground, name: string): Node<ProxyState> {
  const { genesis, cast, hostOf } = ground;
  const make = makerOf(ground.makers, name);
  if (make !== undefined) {
    const keyless = { keys: undefined, proxy: undefined, view: () => undefined } as const;
    return createGuest<ProxyState>(ground, { name, make, role: 'proxy', ...keyless });
  }
  const acts = cast.proxyActs(name);
  const { now } = hostOf(name).ports.clock;
  const options = {
    ...surroundings(ground, name),
    genesis,
    timings: proxyTimings(ground.pace),
    prune: prunePolicy(ground.cluster.prune, name),
    precheck: ground.cluster.precheck,
    rules: ground.proxyRules,
  };
  return acts.length > 0
    ? createByzantineProxy({ ...options, onStep: hostOf(name).observe }, acts, ground)
    : createProxyNode({
        ...options,
        onStep: recorded(ground, name, (observation: ProxyStep['observation'], disk, at) =>
          ground.watch.afterProxyStep({ node: name, observation, disk, now }, at),
        ),
      });
}

/** Builds a client that uses this proxy, for the account of its own name or for another one. */
export function buildClient(
  ground: Ground,
  name: string,
  proxy: NodeName,
  account: string = name,
): Node<ClientState> {
  const { genesis, parties, desk } = ground;
  const fresh = freshClient(genesis, { proxy, timings: clientTimings(ground.pace) });
  const make = makerOf(ground.makers, name);
  if (make !== undefined) {
    const view = (seated: SeatedNode) => ({ ...fresh, nextNonce: nextNonceOf(seated) });
    return createGuest(ground, { name, role: 'client', proxy, keys: undefined, make, view });
  }
  const record = recorded(ground, name, (observation: ClientStep['observation'], disk, at) =>
    ground.watch.afterClientStep({ node: name, observation, disk }, at),
  );
  return createClientNode({
    ...surroundings(ground, name),
    signer: parties.signer(account),
    rules: ground.clientRules,
    fresh,
    onStep: (observation) => {
      desk?.observe(observation);
      record(observation);
    },
  });
}

function recorded<O extends AnyObservation>(
  { start, clock, trace, watching, hostOf }: Ground,
  name: string,
  see: (observation: O, disk: ProxyStep['disk'], at: bigint) => void,
) {
  const host = hostOf(name);
  return (observation: O): void => {
    host.observe(observation);
    trace.record(observation, clock.now(), undefined);
    if (watching.oracles) see(observation, host.look, clock.now() - start);
  };
}

function surroundings(ground: Ground, name: string) {
  const { verifier, parties } = ground;
  return {
    name,
    ports: ground.hostOf(name).ports,
    signer: parties.signer(name),
    verifier,
    onFailure: (failure: unknown) => noteFailure(ground, name, failure),
  };
}

function nextNonceOf({ nextNonce = () => 0n }: SeatedNode): bigint {
  const next: unknown = nextNonce();
  if (typeof next === 'bigint' && next >= 0n) return next;
  const given = typeof next === 'bigint' ? `${next}n` : `a value of type ${typeof next}`;
  throw new TypeError(`its nextNonce gave ${given}, and not a bigint of 0n or more`);
}
