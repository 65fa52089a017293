import { balanceKey, type ValidatorRules } from '@quorate/core';
import { type Ed25519, type Ed25519Backend, loadEd25519 } from '@quorate/crypto';
import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { RunResult } from './run-result.ts';
import type { Scenario } from './scenario/scenario.ts';
import {
  failedExpectations,
  livenessReport,
  nodeFailureReport,
  reportAccounts,
  reportValidators,
  validatorsAtRest,
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
 */
export function runScenario(scenario: Scenario, options: RunScenarioOptions = {}): RunResult {
  const { seed = scenario.seed, backend, validatorRules } = options;
  const ed25519: Ed25519 = loadEd25519(backend);
  const world = createWorld({
    scenario,
    seed,
    ed25519,
    ...(validatorRules === undefined ? {} : { validatorRules }),
  });
  const events = runToRest(world, scenario);
  return judge(world, { scenario, seed, ed25519, events });
}

function runToRest({ clock, start, failures }: World, { limits }: Scenario): number {
  let events = 0;
  while (events < limits.events && clock.now() - start < limits.simTime && failures.length === 0) {
    if (!clock.runNext()) break;
    events += 1;
  }
  return events;
}

interface Run {
  readonly scenario: Scenario;
  readonly seed: bigint;
  readonly ed25519: Ed25519;
  readonly events: number;
}

function judge(world: World, { scenario, seed, ed25519, events }: Run): RunResult {
  const { clock, start, parties, watch, timeline, trace, workloads } = world;
  const isAtRest = clock.pending() === 0;
  const virtualNanos = clock.now() - start;
  const atRest = validatorsAtRest(world);
  if (isAtRest) watch.atRest(atRest, virtualNanos);
  const oracles = [...watch.reports(), livenessReport(world, isAtRest), nodeFailureReport(world)];
  const accounts = reportAccounts(world, scenario.cluster.clients, atRest);
  const certificates = timeline.reports();
  return {
    name: scenario.name,
    description: scenario.description,
    seed: `0x${seed.toString(16)}`,
    verdict: verdictOf(oracles),
    expectedVerdict: scenario.expect.verdict,
    traceHash: trace.hash.digest(),
    crypto: ed25519.backend,
    events,
    virtualNanos,
    accounts,
    certificates,
    validators: reportValidators(world, atRest),
    operations: workloads.flatMap((workload) => workload.operations()),
    oracles,
    failedExpectations: failedExpectations(scenario.expect, {
      accounts,
      certificates: certificates.length,
      validators: atRest.map(({ name, state }) => [
        name,
        (client) =>
          state.ledger.balance.get(balanceKey(parties.signer(client).address, NATIVE_TOKEN_ID)) ??
          0n,
      ]),
    }),
  };
}
