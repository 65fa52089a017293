import { type Ed25519Backend, openCrypto } from '@quorate/crypto';
import { ArgumentError, checkExploreOptions, checkScenario } from '../check-arguments.ts';
import type { Forensics } from '../forensics/forensics.ts';
import { plainText } from '../plain-text.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import type { ExpectedVerdict, OracleReport, Verdict } from '../run-result.ts';
import { suggestNear } from '../scenario/diagnostic.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { byText } from '../shapes/by-text.ts';
import type { WrongRules } from '../wrong-rules.ts';
import { buildCluster, type Cluster } from './cluster.ts';
import { describeEnd, type EndReport } from './ends.ts';
import { checkExplorable } from './explorable.ts';
import { createGiven } from './given.ts';
import { judge } from './judge.ts';
import { createMoves } from './moves.ts';
import { rerun } from './rerun.ts';
import { type CutOff, type End, search } from './search.ts';
import { createSteps, type Edge, type StepCounts, type Steps } from './steps.ts';
import type { Budgets } from './whole.ts';

/** Say how far an exploration goes, and what may go wrong in it. */
export interface ExploreOptions extends WrongRules {
  /** Clients that act; the others do nothing, and everybody acts where it is absent. */
  readonly clients?: readonly string[];
  readonly maxStates?: number;
  readonly maxDepth?: number;
  /** How often each may happen in one order of events; never unless it is said. */
  readonly drops?: number;
  readonly duplicates?: number;
  readonly crashes?: number;
  readonly timeouts?: number;
  readonly backend?: Ed25519Backend;
}

/** Report an exploration as plain data. */
export interface Exploration extends StepCounts {
  readonly name: string;
  readonly description: string;
  /** `unknown` where nothing broke and not everything was looked at. */
  readonly verdict: Verdict;
  readonly expectedVerdict: ExpectedVerdict;
  /** Whether every order of events was looked at. */
  readonly complete: boolean;
  /** Why not; absent where every one was. */
  readonly cutOff?: CutOff;
  readonly budgets: Budgets;
  /** Different states of the whole cluster. */
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly ends: readonly EndReport[];
  /** Orders of events that were run once more, step by step, under every oracle. */
  readonly reruns: number;
  /** What was checked in these, and how often. */
  readonly oracles: readonly OracleReport[];
  /** What leads to the first violation, by as few events as can be; absent where there is none. */
  readonly events?: readonly RecordedEvent[];
  readonly forensics?: Forensics;
}

/** More states than this are more than a machine of 4 GB holds. */
const STATES_MAX = 2_000_000;

/**
 * Explore a scenario: every order in which its messages can be delivered, instead of the one that a seed draws.
 *
 * Times, delays and luck of the scenario count for nothing. Equal arguments give equal results.
 *
 * @throws ArgumentError for what is no scenario.
 * @throws ExploreError for a scenario of which some part cannot be explored; it names the part.
 */
export function exploreScenario(stated: Scenario, options: ExploreOptions = {}): Exploration {
  checkScenario(stated);
  checkExploreOptions(options);
  const scenario = withClients(stated, options.clients);
  checkExplorable(scenario);
  const { drops = 0, duplicates = 0, crashes = 0, timeouts = 0 } = options;
  const budgets = { drops, duplicates, crashes, timeouts };
  const build = (mode: 'memo' | 'full') =>
    buildCluster(scenario, { ...options, crypto: openCrypto(mode, options.backend) });
  const cluster = build('memo');
  const { found, steps, judgement } = explore(cluster, budgets, options);
  const { broken, reruns } = judgement;
  // What breaks is shown with every signature computed.
  const proof = broken && rerun({ cluster: build('full'), ...broken, messages: steps.messages });
  const oracles = proof?.oracles ?? judgement.oracles;
  const cutOff = found.cutOff ?? (proof === undefined ? undefined : 'violation');
  return {
    name: scenario.name,
    description: scenario.description,
    verdict: verdictOf(oracles, cutOff),
    expectedVerdict: scenario.expect.verdict,
    complete: cutOff === undefined,
    ...(cutOff === undefined ? {} : { cutOff }),
    budgets,
    ...steps.counts(),
    states: found.states,
    transitions: found.transitions,
    depth: found.depth,
    ends: endsOf(cluster, found.ends, steps),
    reruns,
    oracles,
    ...(proof === undefined ? {} : { events: proof.events }),
    ...(proof?.forensics === undefined ? {} : { forensics: proof.forensics }),
  };
}

function withClients(scenario: Scenario, clients: readonly string[] | undefined): Scenario {
  if (clients === undefined) return scenario;
  const acts = (name: string) => clients.includes(name);
  const known = scenario.cluster.clients.map(({ name }) => name);
  const stranger = clients.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw new ArgumentError('options.clients', `no such client${suggestNear(stranger, known)}`);
  }
  return {
    ...scenario,
    workload: scenario.workload.filter(({ client }) => acts(client)),
    byzantine: scenario.byzantine.filter(({ node }) => !known.includes(node) || acts(node)),
  };
}

function explore(cluster: Cluster, budgets: Budgets, options: ExploreOptions) {
  const { machines, committees, parties, isCorrect, witness: verifier } = cluster;
  const given = createGiven({ committees, nameOf: parties.nameOf, isCorrect, verifier });
  const steps = createSteps(machines, given.marksOf);
  const counts = (node: number, { sent }: Edge) => {
    const machine = machines[node];
    if (machine === undefined || machine.role === 'user' || !isCorrect(machine.name)) return false;
    return machine.role === 'validator' || sent.length > 0;
  };
  let edges: Edge[] = [];
  const moves = createMoves({
    machines,
    steps,
    given,
    budgets,
    isCorrect,
    onEdge: (node, edge) => {
      if (counts(node, edge)) edges.push(edge);
    },
  });
  const taken = () => {
    const last = edges;
    edges = [];
    return last;
  };
  const limits = {
    states: options.maxStates ?? STATES_MAX,
    depth: options.maxDepth ?? Number.POSITIVE_INFINITY,
  };
  const found = search({ nodes: machines.length, steps, given, moves, limits, taken });
  return { found, steps, judgement: judge({ cluster, found, steps, moves, taken }) };
}

function verdictOf(oracles: readonly OracleReport[], cutOff: CutOff | undefined): Verdict {
  const broken = oracles.find(({ violations }) => violations.length > 0);
  if (broken !== undefined) return `violation:${broken.name}`;
  return cutOff === undefined ? 'pass' : 'unknown';
}

function endsOf(cluster: Cluster, ends: readonly End[], steps: Steps): readonly EndReport[] {
  const found = new Map<string, EndReport>();
  for (const { whole } of ends) {
    const locals = whole.locals.map((local, node) => steps.localAt(node, local));
    const end = describeEnd(cluster, locals);
    const key = plainText(end);
    found.set(key, { ...end, states: (found.get(key)?.states ?? 0) + 1 });
  }
  return [...found].sort(([a], [b]) => byText(a, b)).map(([, end]) => end);
}
