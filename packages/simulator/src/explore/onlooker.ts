import type { Observation } from '@quorate/actors';
import type { ValidatorMessage, ValidatorResume, ValidatorState } from '@quorate/core';
import { describeMessage } from '@quorate/network';
import type { Forensics } from '../forensics/forensics.ts';
import { createCommitteeBook } from '../oracles/committee-book.ts';
import { changesOf } from '../oracles/model/ledger-change.ts';
import type { ClientStep, ProxyStep } from '../oracles/oracle.ts';
import { createWatch, type Watch } from '../oracles/watch.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { createRecorder, type Recorder } from '../recording/recorder.ts';
import type { OracleReport } from '../run-result.ts';
import { type NodeFailure, noteFirst } from '../world/node-failure.ts';
import {
  type AnyObservation,
  createTraceRecorder,
  type TraceRecorder,
} from '../world/trace-recorder.ts';
import { createValidatorWatch } from '../world/validator-watch.ts';
import { nodeFailureReport } from '../world/verdict/judgement.ts';
import { WATCH_ALL } from '../world/watching.ts';
import { START } from '../world/world.ts';
import type { Cluster } from './cluster.ts';
import { lookBack } from './look-back.ts';
import {
  type Failure,
  type Local,
  type Machine,
  type Observed,
  rowsOf,
  type Sent,
} from './machines/machine.ts';

/** What was observed in one order of events. */
export interface Seen {
  readonly events: readonly RecordedEvent[];
  readonly oracles: readonly OracleReport[];
  readonly forensics: Forensics | undefined;
}

/** An input of a node, and the state in which it got it. */
export interface LastInput {
  readonly state: unknown;
  readonly input: Exclude<AnyObservation['input'], { readonly type: 'Loaded' }>;
}

/** Shows one order of events to everything that observes a run of the simulator. */
export interface Onlooker {
  /** This many events are over. */
  next(over: number): void;
  stepped(machine: Machine, observed: readonly Observed[]): void;
  sent(sent: Sent): void;
  arrived(machine: Machine, sent: Sent): void;
  lost(sent: Sent): void;
  crashed(node: string): void;
  /** A node has broken, and this is the input with which it did, if it was one. */
  broke(machine: Machine, failure: Failure, last: LastInput | undefined): void;
  hasBroken(): boolean;
  /** Judges the end, if these are the local states at an end. */
  end(locals: readonly Local[] | undefined): Seen;
}

/** Everything happens at one time. */
const AT_ONCE = 0n;

/** Creates an onlooker that has observed nothing yet. */
export function createOnlooker(cluster: Cluster): Onlooker {
  const { isCorrect, parties } = cluster;
  let event = 0;
  const watch = watchOf(cluster, () => event);
  const recorder = recorderOf(cluster);
  const trace = createTraceRecorder(parties.nameOf, recorder.recorded);
  const failures: NodeFailure[] = [];

  return {
    next(over) {
      event = over + 1;
      recorder.mayGoOn(over, AT_ONCE);
    },
    stepped: createWitness(cluster, watch, trace),
    sent({ from, to, message }) {
      recorder.sent({ at: START, from, to, message });
      watch.sent(from, message, AT_ONCE);
    },
    // What a node of the core does with a message is shown as its step.
    arrived({ name, role }, { from, message }) {
      const isUnseen = role === 'validator' && !isCorrect(name);
      if (isUnseen) trace.arrival({ node: name, from, message }, START);
    },
    lost({ from, to, message }) {
      const { kind, ...said } = describeMessage(message, parties.nameOf);
      recorder.recorded({ at: START, from, to, kind: `Lost ${kind}`, ...said }, undefined);
    },
    crashed(node) {
      trace.fault('Crash', node, START);
      trace.fault('Restart', node, START);
    },
    broke({ name: node }, { thrown }, last) {
      const isShown = recorder.events().some((each) => each.event === event && each.to === node);
      if (last !== undefined && !isShown) {
        const { input, state } = last;
        trace.record({ node, input, before: state, after: state, effects: [] }, START, undefined);
      }
      noteFirst(failures, { node, at: AT_ONCE, event, failure: thrown });
    },
    hasBroken: () => failures.length > 0,
    end(locals) {
      const broke = (node: string, failure: unknown) =>
        noteFirst(failures, { node, at: AT_ONCE, failure });
      if (locals !== undefined) watch.atRest(lookBack(cluster, locals, broke), AT_ONCE);
      const oracles = [...watch.reports(), nodeFailureReport(trace.steps(), failures)];
      return { events: recorder.events(), oracles, forensics: recorder.forensics() };
    },
  };
}

function named({ machines }: Cluster, wanted: Machine['role']): readonly string[] {
  return machines.flatMap(({ name, role }) => (role === wanted ? [name] : []));
}

function watchOf(cluster: Cluster, eventNow: () => number): Watch {
  const { genesis, parties, isCorrect, witness: verifier } = cluster;
  return createWatch({
    genesis,
    committees: createCommitteeBook(genesis.committee),
    nameOf: parties.nameOf,
    overtaken: new Set(),
    isCorrect,
    verifier,
    proxies: named(cluster, 'proxy'),
    clients: named(cluster, 'client'),
    situations: undefined,
    shapes: undefined,
    only: undefined,
    eventNow,
  });
}

function recorderOf(cluster: Cluster): Recorder {
  const { genesis, parties, labels, isCorrect, witness: verifier } = cluster;
  const validators = named(cluster, 'validator');
  const naming = { nameOf: parties.nameOf, labelOf: labels.nameOf };
  const setting = { ...naming, start: START, genesis, validators, verifier, isLeaked: () => false };
  return createRecorder(setting, { isCorrect });
}

type ValidatorSeen = Observation<ValidatorState, ValidatorMessage, ValidatorResume>;

/** Passes steps on; the name of a node tells which kind its steps are. */
function createWitness(cluster: Cluster, watch: Watch, trace: TraceRecorder): Onlooker['stepped'] {
  const digests = new Map(
    named(cluster, 'validator').map((name) => [name, createValidatorWatch(WATCH_ALL)] as const),
  );

  function validatorStepped(seen: unknown, { observation: any, rows }: Observed): void {
    const observation = seen as ValidatorSeen;
    const { changes = [], digest } = digests.get(observation.node)?.step(observation) ?? {};
    trace.record(any, START, digest);
    const told = changesOf(observation.before.ledger, changes);
    const step = { validator: observation.node, observation, changes: told, now: () => START };
    watch.afterStep(step, AT_ONCE, () => rowsOf(rows));
  }

  return ({ role, name }, observed) => {
    for (const each of observed) {
      const seen: unknown = each.observation;
      const disk = () => rowsOf(each.rows);
      if (role === 'validator') {
        validatorStepped(seen, each);
        continue;
      }
      trace.record(each.observation, START, undefined);
      if (role === 'proxy') {
        const observation = seen as ProxyStep['observation'];
        watch.afterProxyStep({ node: name, observation, disk, now: () => START }, AT_ONCE);
      } else {
        const observation = seen as ClientStep['observation'];
        watch.afterClientStep({ node: name, observation, disk }, AT_ONCE);
      }
    }
  };
}
