import { type ByzantineParty, byzantineForm } from './byzantine/byzantine.ts';
import { clusterForm, type ScenarioCluster } from './cluster/cluster.ts';
import { type CommitteeChange, changesForm } from './cluster/committee-changes.ts';
import { type Expectations, expectForm } from './expectations.ts';
import { type Fault, faultForm } from './faults/fault.ts';
import {
  count,
  duration,
  type Form,
  id,
  integer,
  listOf,
  mapping,
  node,
  orElse,
  type Spread,
  type StatedOf,
  same,
  text,
  unless,
  type ValueOf,
} from './forms.ts';
import { networkForm } from './network/network-format.ts';
import type { ScenarioNetwork } from './network/scenario-network.ts';
import { phasesForm, type RawPhases, type ScenarioPhases, simTimeOf } from './phases.ts';
import { type Provenance, provenanceForm } from './provenance.ts';
import { definition } from './schema-shapes.ts';
import { stepForm } from './steps/step.ts';
import type { Swarm } from './swarm/swarm.ts';
import { swarmForm } from './swarm/swarm-format.ts';

const entry = mapping('What one client does.', {
  id: id('A name for reports.'),
  client: node('The client.'),
  'start?': unless(duration('When it starts, in virtual time; 0 ms by default.'), '0 ms'),
  steps: listOf('The steps, in order.', stepForm),
});

/** The steps of one client, which it takes in order from virtual time `start` on. */
export type WorkloadEntry = ValueOf<typeof entry>;

const limits = mapping('When to give up.', {
  'simTime?': duration('Virtual time; 60 s by default, or with phases 5 min after the chaos.'),
  'events?': orElse(count('Messages and timers delivered; 200000 by default.'), 200_000),
});

/** The limits of a run: in nanoseconds of virtual time, and in messages and timers delivered. */
export interface ScenarioLimits {
  readonly simTime: bigint;
  readonly events: number;
}

/** What a file states of limits, and what their defaults depend on. */
interface RawLimits {
  readonly limits?: StatedOf<typeof limits>;
  readonly phases?: RawPhases;
}

/** The form of the limits. */
export const limitsForm: Spread<ScenarioLimits, RawLimits> = {
  keys: { 'limits?': limits.schema },
  load({ limits: stated = {}, phases }) {
    const { simTime = simTimeOf(phases), events } = limits.load(stated);
    return { simTime, events };
  },
  state: (value) => ({ limits: limits.state(value) }),
};

const seed = (description: string) =>
  integer({
    title: 'a whole number or hexadecimal such as 0x5eed',
    description,
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^(0x[0-9a-fA-F]+|[0-9]+)$',
    format: 'quorate-uint64',
  });

const reseed = mapping('Where the run goes on with other random draws; nowhere by default.', {
  events: count('After how many messages and timers.'),
  seed: seed('Where all randomness comes from then.'),
});

/**
 * The event after which a run continues with another seed. Up to there it is the same to the last
 * draw. What was drawn before the run began, such as the faults of a swarm, stays the same.
 */
export interface Reseed {
  /** The number of events before the change; 0 means before the first one. */
  readonly events: number;
  /** The seed from there on. */
  readonly seed: bigint;
}

const whole = mapping('One experiment on a simulated cluster.', {
  name: same<string>(definition('name', 'What reports call it; the name of the file, as a rule.')),
  'description?': unless(text('What it shows, in a sentence.'), ''),
  'seed?': orElse(seed('Where all randomness comes from; 1 by default.'), 1),
  'reseed?': reseed,
  cluster: clusterForm,
  'network?': orElse(networkForm, {}),
  workload: listOf(
    'What the clients do. Entries run side by side, the steps of one entry in order.',
    entry,
  ),
  'changes?': unless(changesForm, []),
  'faults?': unless(listOf('What goes wrong.', faultForm), []),
  'byzantine?': unless(byzantineForm, []),
  'swarm?': swarmForm,
  'phases?': phasesForm,
  limits: limitsForm,
  'expect?': orElse(expectForm, {}),
  'provenance?': provenanceForm,
});

/**
 * One experiment on a simulated cluster, after its file has been checked. One with a swarm has to be
 * drawn (`drawScenario`) before it runs.
 *
 * Units: times in nanoseconds, amounts in least units of the native token.
 * Source: docs/scenarios.md.
 */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly seed: bigint;
  readonly reseed?: Reseed | undefined;
  readonly cluster: ScenarioCluster;
  readonly network: ScenarioNetwork;
  readonly workload: readonly WorkloadEntry[];
  /** In the order in which they take place. */
  readonly changes: readonly CommitteeChange[];
  readonly faults: readonly Fault[];
  readonly byzantine: readonly ByzantineParty[];
  readonly swarm?: Swarm | undefined;
  readonly phases?: ScenarioPhases | undefined;
  readonly limits: ScenarioLimits;
  readonly expect: Expectations;
  readonly provenance?: Provenance | undefined;
}

/** A scenario as the file states it, once its shape has been checked with the schema. */
export type RawScenario = StatedOf<typeof whole>;

/** The form of a scenario, except for what only tells files from others. */
export const scenarioForm: Form<Scenario, RawScenario> = whole;
