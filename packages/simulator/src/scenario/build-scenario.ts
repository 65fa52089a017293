import { buildDelay, parseDuration } from '@quorate/network';
import { buildStep } from './build-step.ts';
import { buildParty } from './byzantine/build-byzantine.ts';
import { changesForm } from './committee-changes.ts';
import { INSTANT_DISK } from './disk.ts';
import { faultForm } from './faults/fault.ts';
import { buildFees } from './fees.ts';
import { buildLimits } from './limits.ts';
import { nodeNames } from './names.ts';
import { networkForm } from './network/network-format.ts';
import { paddedHex } from './padded-hex.ts';
import { buildPhases } from './phases.ts';
import { buildPruning } from './pruning.ts';
import type { RawExpectations, RawScenario } from './raw-scenario.ts';
import type { Expectations, Scenario, ScenarioCluster, StateExpectation } from './scenario.ts';
import { buildSwarm } from './swarm/swarm-format.ts';
import { buildThreshold } from './thresholds.ts';

/**
 * Converts a checked document: units become nanoseconds, amounts become bigint, defaults are filled
 * in.
 */
export function buildScenario(raw: RawScenario): Scenario {
  return {
    name: raw.name,
    description: raw.description ?? '',
    seed: BigInt(raw.seed ?? 1),
    cluster: buildCluster(raw.cluster),
    network: networkForm.load(raw.network ?? {}),
    workload: raw.workload.map(({ id, client, start, steps }) => ({
      id,
      client,
      start: parseDuration(start ?? '0 ms'),
      steps: steps.map(buildStep),
    })),
    changes: changesForm.load(raw.changes ?? []),
    faults: (raw.faults ?? []).map(faultForm.load),
    byzantine: (raw.byzantine ?? []).map(buildParty),
    swarm: raw.swarm === undefined ? undefined : buildSwarm(raw.swarm),
    phases: raw.phases === undefined ? undefined : buildPhases(raw.phases),
    limits: buildLimits(raw),
    expect: buildExpectations(raw.expect ?? {}),
    provenance: raw.provenance,
  };
}

function buildCluster({
  validators,
  candidates,
  proxies,
  clients,
  accounts = {},
  disk,
  prune,
  fees,
  acceptsUnversioned = true,
  requestAge = '0 ms',
  crypto = 'trusted',
  workers,
}: RawScenario['cluster']): ScenarioCluster {
  return {
    ...nodeNames(validators, proxies, candidates),
    clients: Object.entries(clients).map(([name, { balance = 0, proxy = 'p1', operates }]) => ({
      name,
      balance: BigInt(balance),
      proxy,
      ...(operates === undefined ? {} : { operates }),
    })),
    accounts: Object.entries(accounts).map(([name, { signers, quorum, nonce, balance = 0 }]) => ({
      name,
      signers,
      quorum,
      ...(nonce === undefined ? {} : { nonce: BigInt(nonce) }),
      balance: BigInt(balance),
    })),
    disk: disk?.flush === undefined ? INSTANT_DISK : { flush: buildDelay(disk.flush) },
    prune: prune && buildPruning(prune),
    fees: fees && buildFees(fees),
    acceptsUnversioned,
    requestAge: parseDuration(requestAge),
    crypto,
    workers,
  };
}

function buildExpectations(raw: RawExpectations): Expectations {
  return {
    verdict: raw.verdict ?? 'pass',
    outcomes: Object.entries(raw.outcomes ?? {}).map(([client, outcome]) => ({ client, outcome })),
    balances: buildBalances(raw.balances),
    certificates: raw.certificates,
    epoch: raw.epoch,
    sometimes: raw.sometimes ?? [],
    thresholds: (raw.thresholds ?? []).map(buildThreshold),
    tokens: Object.entries(raw.tokens ?? {}).map(([token, { supply, holders }]) => ({
      token,
      supply: supply === undefined ? undefined : BigInt(supply),
      holders: buildBalances(holders),
    })),
    jobs: Object.entries(raw.jobs ?? {}).map(([job, status]) => ({ job, status })),
    states: Object.entries(raw.states ?? {}).flatMap(([client, cells]) =>
      buildCells(client, cells),
    ),
  };
}

function buildBalances(raw: RawExpectations['balances'] = {}): Expectations['balances'] {
  return Object.entries(raw).map(([client, balance]) => ({ client, balance: BigInt(balance) }));
}

function buildCells(
  client: string,
  cells: Readonly<Record<string, string>>,
): readonly StateExpectation[] {
  return Object.entries(cells).map(([shown, state]) => ({
    client,
    shown,
    key: paddedHex(shown),
    state: paddedHex(state),
  }));
}
