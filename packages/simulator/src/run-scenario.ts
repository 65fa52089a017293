import type { ValidatorRules } from '@quorate/core';
import { type Ed25519Backend, loadEd25519 } from '@quorate/crypto';
import { withoutAmbient } from './ambient-trap.ts';
import type { RunResult } from './run-result.ts';
import type { Scenario } from './scenario/scenario.ts';
import { reportAccounts } from './world/accounts.ts';
import { validatorsAtRest } from './world/at-rest.ts';
import { failedExpectations } from './world/expectations.ts';
import {
  type Ending,
  livenessReport,
  nodeFailureReport,
  reportValidators,
  verdictOf,
} from './world/judgement.ts';
import { createWorld, type World } from './world/world.ts';

/** Choose what the scenario leaves open: another seed, a crypto backend, wrong validators. */
export interface RunScenarioOptions {
  readonly seed?: bigint;
  readonly backend?: Ed25519Backend;
  /** The rules of every validator; correct ones unless a test says otherwise. */
  readonly validatorRules?: ValidatorRules;
}

/**
 * Run one scenario to its end: until nothing is left to happen, or a limit is reached.
 *
 * Equal scenarios and seeds give equal results, whatever the machine and the crypto backend.
 *
 * @throws AmbientUseError where something other than a node reaches for the host's time or luck.
 */
export function runScenario(scenario: Scenario, options: RunScenarioOptions = {}): RunResult {
  const { seed = scenario.seed, backend, validatorRules } = options;
  const ed25519 = loadEd25519(backend);
  const rules = validatorRules === undefined ? {} : { validatorRules };
  return withoutAmbient(() => {
    const world = createWorld({ scenario, seed, ed25519, ...rules });
    const { events, ending } = runToEnd(world, scenario);
    return {
      name: scenario.name,
      description: scenario.description,
      seed: `0x${seed.toString(16)}`,
      crypto: ed25519.backend,
      expectedVerdict: scenario.expect.verdict,
      events,
      ...judge(world, scenario, ending),
    };
  });
}

interface Run {
  readonly events: number;
  readonly ending: Ending;
}

function runToEnd(world: World, { limits }: Scenario): Run {
  const { clock, start, failures } = world;
  let events = 0;
  for (;;) {
    if (failures.length > 0) return { events, ending: 'failure' };
    const next = clock.nextAt();
    if (next === undefined) return { events, ending: 'rest' };
    if (next - start > limits.simTime) return { events, ending: 'time' };
    if (events === limits.events) return { events, ending: 'events' };
    clock.runNext();
    events += 1;
  }
}

type Judgement = Omit<
  RunResult,
  'name' | 'description' | 'seed' | 'crypto' | 'expectedVerdict' | 'events'
>;

function judge(world: World, scenario: Scenario, ending: Ending): Judgement {
  const { clock, start, watch, timeline, trace, draws, workloads } = world;
  const virtualNanos = clock.now() - start;
  const atRest = validatorsAtRest(world);
  if (ending !== 'failure') watch.atRest(atRest, virtualNanos);
  const oracles = [
    ...watch.reports(),
    nodeFailureReport(world),
    livenessReport(world, scenario, ending),
  ];
  const accounts = reportAccounts(world, scenario.cluster, atRest);
  const certificates = timeline.reports();
  return {
    verdict: verdictOf(oracles),
    traceHash: trace.hash.digest(),
    drawHash: draws.digest(),
    virtualNanos,
    accounts,
    certificates,
    validators: reportValidators(world, atRest),
    operations: workloads.flatMap((workload) => workload.operations()),
    oracles,
    failedExpectations: [
      ...workloads.flatMap((workload) => workload.failedExpectations()),
      ...failedExpectations(scenario.expect, {
        accounts,
        certificates: certificates.length,
        atRest,
        parties: world.parties,
        labels: world.labels,
      }),
    ],
  };
}
