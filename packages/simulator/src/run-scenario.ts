import { nodeNamesOf } from '@quorate/core';
import { type CryptoSuite, openCrypto } from '@quorate/crypto';
import { withoutAmbient } from './ambient-trap.ts';
import { checkRunOptions, checkScenario } from './check-arguments.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import type { RunScenarioOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';
import { runToEnd } from './run-to-end.ts';
import type { Scenario } from './scenario/scenario.ts';
import { byText } from './shapes/by-text.ts';
import { runShapes } from './shapes/run-shapes.ts';
import { startWorkers, type Workers } from './workers/workers.ts';
import { withoutActsOf } from './world/guests/guests.ts';
import { isUp } from './world/is-up.ts';
import { noteFirst } from './world/node-failure.ts';
import { reportAccounts } from './world/verdict/accounts.ts';
import { lookBack } from './world/verdict/at-rest.ts';
import { isTimeUp } from './world/verdict/calm.ts';
import { costReport } from './world/verdict/exceeded.ts';
import { failedExpectations } from './world/verdict/expectations.ts';
import {
  type Ending,
  nodeFailureReport,
  reportValidators,
  verdictOf,
} from './world/verdict/judgement.ts';
import { livenessReports } from './world/verdict/liveness.ts';
import { servedEpoch } from './world/verdict/unfinished-changes.ts';
import { WATCH_ALL } from './world/watching.ts';
import { createWorld, type World } from './world/world.ts';

/**
 * Runs a scenario to its end: until nothing is left to happen, or a limit is reached. Values that
 * the scenario leaves to the seed are drawn first.
 *
 * Equal scenarios and seeds give equal results, whatever the machine, the crypto mode and its
 * backend.
 *
 * @throws ArgumentError for a value that is not a scenario, and for an unknown or malformed option.
 *
 * @throws ThreadError when a thread that runs validators is lost.
 *
 * @throws AmbientUseError when code other than a node's uses the host's time or randomness.
 */
export function runScenario(stated: Scenario, options: RunScenarioOptions = {}): RunResult {
  checkScenario(stated);
  checkRunOptions(options);
  const { seed = stated.seed, backend } = options;
  const crypto = openCrypto(options.crypto ?? stated.cluster.crypto, backend);
  // A thread reports what its validators write, but not where they stand between epochs.
  const mayShare = stated.changes.length === 0;
  const count = mayShare ? (options.workers ?? stated.cluster.workers) : undefined;
  const workers = count === undefined ? undefined : startWorkers(count, crypto);
  const result = withoutAmbient(() => runWith(stated, { ...options, seed }, { crypto, workers }));
  // Only at the end of a complete run: after an abort, the state of the threads is unknown.
  workers?.end();
  return result;
}

/** What a run computes with. */
interface Means {
  readonly crypto: CryptoSuite;
  readonly workers: Workers | undefined;
}

function runWith(
  stated: Scenario,
  options: RunScenarioOptions & { readonly seed: bigint },
  { crypto, workers }: Means,
): RunResult {
  const { seed, validatorRules, proxyRules, clientRules, observe, attend } = options;
  const { nodes = {} } = options;
  const scenario = withoutActsOf(nodes, drawScenario(stated, seed));
  const watching = { ...WATCH_ALL, ...options.watching };
  const given = {
    ...(validatorRules === undefined ? {} : { validatorRules }),
    ...(proxyRules === undefined ? {} : { proxyRules }),
    ...(clientRules === undefined ? {} : { clientRules }),
    ...(observe === undefined ? {} : { observe }),
    ...(attend === undefined ? {} : { attend }),
    ...(workers === undefined ? {} : { workers }),
    nodes,
  };
  const world = createWorld({ scenario, seed, crypto, watching, ...given });
  const { events, ending } = runToEnd(world, scenario, options.reseed);
  return {
    name: scenario.name,
    description: scenario.description,
    seed: `0x${seed.toString(16)}`,
    crypto: crypto.mode,
    ed25519: crypto.backend,
    expectedVerdict: scenario.expect.verdict,
    ...recordedTrace(stated, seed),
    events,
    // The other draws count from what comes after so many events.
    ...(scenario.reseed === undefined ? {} : { reseeded: events > scenario.reseed.events }),
    ...judge(world, scenario, ending),
  };
}

/** Gives the recorded trace hash of a frozen scenario, if it runs with its own seed. */
function recordedTrace(
  { provenance, seed: own }: Scenario,
  seed: bigint,
): Pick<RunResult, 'recordedTraceHash'> {
  return provenance === undefined || seed !== own
    ? {}
    : { recordedTraceHash: provenance.traceHash };
}

type Judgement = Omit<
  RunResult,
  | 'name'
  | 'description'
  | 'seed'
  | 'crypto'
  | 'ed25519'
  | 'expectedVerdict'
  | 'recordedTraceHash'
  | 'events'
  | 'reseeded'
>;

function judge(ended: World, scenario: Scenario, ending: Ending): Judgement {
  const { clock, start, watch, watching, timeline, trace, draws, workloads } = ended;
  endRun(ended);
  const world = ended.soFar.hasForgotten() ? ended : { ...ended, isCorrect: ended.soFar.isCorrect };
  // If the next event would come too late, the run lasted to its limit, not to the last event.
  const isOver = isTimeUp({ world, scenario, ending });
  const virtualNanos = isOver ? scenario.limits.simTime : clock.now() - start;
  const certificates = timeline.reports();
  // Computed before the retrospect, which also signs and verifies.
  const costs = costReport(world.costs, certificates);
  const failures = [...world.failures];
  const retrospect = lookBack({ world, scenario, ending }, (node, failure) => {
    noteFirst(failures, { node, at: clock.now() - start, failure });
  });
  const atRest = retrospect.validators;
  if (ending !== 'failure' && watching.atRest) watch.atRest(retrospect, virtualNanos);
  const oracles = [
    ...watch.reports(),
    nodeFailureReport(trace.steps(), failures),
    ...livenessReports({ world, scenario, ending, retrospect }),
  ];
  // Nobody delivers anything to validators that have left the committee.
  const running = new Set(nodeNamesOf(world.committees.running().members));
  const serving = atRest.filter(({ name }) => running.has(name));
  // A paused node cannot be asked, just like one that is down.
  const up = new Set(world.validators.flatMap(({ node }) => (isUp(world, node) ? node.name : [])));
  const asked = atRest.filter(({ name }) => up.has(name));
  const accounts = reportAccounts(world, scenario.cluster, serving);
  const operations = workloads.flatMap((workload) => workload.operations());
  const situations = watch.situations();
  const faults = [...world.registrar.reports(), ...world.faults.reports(), ...world.acts.reports()];
  return {
    verdict: verdictOf(oracles),
    traceHash: trace.hash.digest(),
    drawHash: draws.digest(),
    virtualNanos,
    accounts,
    certificates,
    validators: reportValidators(world, running),
    operations,
    oracles,
    situations,
    shapes: shapesOf(world, { faults, situations }),
    costs,
    faults,
    neverCame: world.neverCame(),
    failedExpectations: [
      ...workloads.flatMap((workload) => workload.failedExpectations()),
      ...failedExpectations(scenario.expect, {
        accounts,
        operations,
        certificates: certificates.length,
        epoch: servedEpoch(world.committees.all(), asked),
        atRest: asked.filter(({ name }) => running.has(name)),
        parties: world.parties,
        labels: world.labels,
        situations,
        costs,
      }),
    ],
  };
}

// After the end, oracles read stores and links like nodes do, which must trigger no fault.
function endRun({ faults, moments, attendance }: World): void {
  faults.end();
  moments.end();
  attendance?.end();
}

function shapesOf(
  { shapes }: World,
  run: Pick<RunResult, 'faults' | 'situations'>,
): readonly string[] {
  return shapes === undefined
    ? []
    : [...new Set([...shapes.seen(), ...runShapes(run)])].sort(byText);
}
