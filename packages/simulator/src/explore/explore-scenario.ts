import { invariant } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { ArgumentError, checkExploreOptions, checkScenario } from '../check-arguments.ts';
import type { Forensics } from '../forensics/forensics.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import type { ExpectedVerdict, OracleReport, Verdict } from '../run-result.ts';
import { suggest } from '../scenario/diagnostic.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createTurnWords } from '../world/turn-words.ts';
import { buildCluster, type Cluster } from './cluster.ts';
import { checkExplorable } from './explorable.ts';
import type { ExploreOptions } from './explore-options.ts';
import { type Broken, type Extent, exploreCluster } from './explored.ts';
import { breaks, UNREPEATED } from './judge.ts';
import { partOf } from './parts.ts';
import { type Rerun, rerun } from './rerun.ts';
import type { CutOff } from './search.ts';
import { createGround, type Ground } from './survey.ts';
import type { Budgets } from './whole.ts';
import { createScribe, type Script } from './written/scribe.ts';
import { type Written, written } from './written/written.ts';

/** The result of an exploration, as plain data. */
export interface Exploration extends Extent {
  readonly name: string;
  readonly description: string;
  /** `unknown` if nothing broke but not everything was explored. */
  readonly verdict: Verdict;
  readonly expectedVerdict: ExpectedVerdict;
  /** Whether every order of events was explored. */
  readonly complete: boolean;
  readonly budgets: Budgets;
  /**
   * The events that lead to the first violation, as few as could be found while the exploration was
   * allowed to go on; absent if there is no violation.
   */
  readonly events?: readonly RecordedEvent[];
  readonly forensics?: Forensics;
  /**
   * A scenario that begins with these events and breaks the same invariant, or how its run ends
   * otherwise; absent if there is no violation.
   */
  readonly written?: Written;
}

/** A machine with 4 GB of memory cannot hold more states than this. */
const STATES_MAX = 2_000_000;

/**
 * Explores a scenario: every order in which its messages can be delivered, instead of the one order
 * that a seed draws.
 *
 * Times, delays and probabilities of the scenario are ignored. Equal arguments give equal results,
 * unless `mayGoOn` ends the exploration.
 *
 * @throws ArgumentError if the argument is no scenario
 * @throws ExploreError if some part of the scenario cannot be explored; it names the parts
 */
export function exploreScenario(stated: Scenario, options: ExploreOptions = {}): Exploration {
  checkScenario(stated);
  checkExploreOptions(options);
  const scenario = withClients(stated, options.clients);
  checkExplorable(scenario);
  const { drops = 0, duplicates = 0, crashes = 0, timeouts = 0 } = options;
  const budgets = { drops, duplicates, crashes, timeouts };
  const limits = {
    states: options.maxStates ?? STATES_MAX,
    depth: options.maxDepth ?? Number.POSITIVE_INFINITY,
    mayGoOn: options.mayGoOn ?? (() => true),
  };
  const build = (mode: 'memo' | 'full') =>
    buildCluster(scenario, { ...options, crypto: openCrypto(mode, options.backend) });
  const cluster = build('memo');
  const ground = createGround(cluster, { budgets, limits });
  const { extent, broken } = exploreCluster(cluster, ground);
  // A violation is shown with every signature computed.
  const proof = broken && proven(broken, build('full'), ground);
  const oracles = proof?.oracles ?? extent.oracles;
  const cutOff = extent.cutOff ?? (proof === undefined ? undefined : 'violation');
  const verdict = verdictOf(oracles, cutOff);
  const alone = broken?.client === undefined ? undefined : [broken.client];
  const given = { explored: withClients(scenario, alone), options };
  return {
    name: scenario.name,
    description: scenario.description,
    verdict,
    expectedVerdict: scenario.expect.verdict,
    complete: cutOff === undefined,
    ...extent,
    ...(cutOff === undefined ? {} : { cutOff }),
    budgets,
    oracles,
    ...(proof === undefined ? {} : { events: proof.events }),
    ...(proof?.forensics === undefined ? {} : { forensics: proof.forensics }),
    ...(proof === undefined ? {} : { written: written({ ...given, ...proof.script, verdict }) }),
  };
}

/** What was observed in an order of events, and how a scenario can state the order. */
interface Proof extends Rerun {
  readonly script: Script;
}

function proven({ order, client }: Broken, cluster: Cluster, { language }: Ground): Proof {
  const own = client === undefined ? cluster : partOf(cluster, client);
  const { parties, labels } = cluster;
  const again = { cluster: own, ...order, messages: language.messages };
  const words = createTurnWords({ nameOf: parties.nameOf, labelOf: labels.nameOf });
  const scribe = createScribe(again, words);
  const proof = rerun({ ...again, scribe });
  invariant(breaks(proof), UNREPEATED);
  return { ...proof, script: scribe.script() };
}

function withClients(scenario: Scenario, clients: readonly string[] | undefined): Scenario {
  if (clients === undefined) return scenario;
  const acts = (name: string) => clients.includes(name);
  const known = scenario.cluster.clients.map(({ name }) => name);
  const stranger = clients.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw new ArgumentError(
      'options.clients',
      `unknown client "${stranger}"${suggest(stranger, known)}`,
    );
  }
  return {
    ...scenario,
    workload: scenario.workload.filter(({ client }) => acts(client)),
    byzantine: scenario.byzantine.filter(({ node }) => !known.includes(node) || acts(node)),
  };
}

function verdictOf(oracles: readonly OracleReport[], cutOff: CutOff | undefined): Verdict {
  const broken = oracles.find(({ violations }) => violations.length > 0);
  if (broken !== undefined) return `violation:${broken.name}`;
  return cutOff === undefined ? 'pass' : 'unknown';
}
