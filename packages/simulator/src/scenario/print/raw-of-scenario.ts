import { formatDuration } from '@quorate/network';
import { present } from '../../present.ts';
import { changesForm } from '../committee-changes.ts';
import { faultForm } from '../faults/fault.ts';
import { rawOfFees } from '../fees.ts';
import { networkForm } from '../network/network-format.ts';
import { rawOfPhases } from '../phases.ts';
import { rawOfPruning } from '../pruning.ts';
import type { RawScenario } from '../raw-scenario.ts';
import type { Scenario, ScenarioCluster } from '../scenario.ts';
import { rawOfSwarm } from '../swarm/swarm-format.ts';
import { rawOfParty } from './raw-of-byzantine.ts';
import { rawOfExpectations } from './raw-of-expectations.ts';
import { rawOfDelay } from './raw-of-link.ts';
import { rawOfStep } from './raw-of-step.ts';
import { byName, filled, rawInteger, rawOf } from './raw-values.ts';

/** For every key of a type, how a file states it. */
type Sections<T, R> = { readonly [K in keyof T]-?: (whole: T) => Partial<R> };

// If scenarios get a new key, this does not compile without an entry for it.
const SECTIONS: Sections<Scenario, RawScenario> = {
  name: ({ name }) => ({ name }),
  description: ({ description }) => (description === '' ? {} : { description }),
  seed: ({ seed }) => ({ seed: rawInteger(seed) }),
  cluster: ({ cluster }) => ({ cluster: rawOfCluster(cluster) }),
  network: ({ network }) => ({ network: networkForm.state(network) }),
  workload: ({ workload }) => ({
    workload: workload.map(({ id, client, start, steps }) =>
      present({
        id,
        client,
        start: start === 0n ? undefined : formatDuration(start),
        steps: steps.map(rawOfStep),
      }),
    ) as RawScenario['workload'],
  }),
  changes: ({ changes }) => present({ changes: filled(changesForm.state(changes)) }),
  faults: ({ faults }) => present({ faults: filled(faults.map(faultForm.state)) }),
  byzantine: ({ byzantine }) => present({ byzantine: filled(byzantine.map(rawOfParty)) }),
  swarm: ({ swarm }) => present({ swarm: swarm && rawOfSwarm(swarm) }),
  phases: ({ phases }) => present({ phases: phases && rawOfPhases(phases) }),
  limits: ({ limits: { simTime, events } }) => ({
    limits: { simTime: formatDuration(simTime), events },
  }),
  expect: ({ expect }) => ({ expect: rawOfExpectations(expect) }),
  provenance: ({ provenance }) => present({ provenance }),
};

const CLUSTER: Sections<ScenarioCluster, RawScenario['cluster']> = {
  validators: ({ validators }) => ({ validators: validators.length }),
  candidates: ({ candidates }) =>
    present({ candidates: candidates.length === 0 ? undefined : candidates.length }),
  proxies: ({ proxies }) => ({ proxies: proxies.length }),
  clients: ({ clients, proxies }) => ({
    clients: Object.fromEntries(
      clients.map(({ name, balance, proxy, operates }) => [
        name,
        present({
          balance: rawInteger(balance),
          proxy: proxies.length === 1 ? undefined : proxy,
          operates,
        }),
      ]),
    ),
  }),
  accounts: ({ accounts }) =>
    present({
      accounts: byName(accounts, ({ name, ...account }) => [name, rawOf(account)]),
    }),
  disk: ({ disk: { flush } }) =>
    flush.kind === 'const' && flush.mean === 0n ? {} : { disk: { flush: rawOfDelay(flush) } },
  prune: ({ prune }) => present({ prune: prune && rawOfPruning(prune) }),
  fees: ({ fees }) => present({ fees: fees && rawOfFees(fees) }),
  acceptsUnversioned: ({ acceptsUnversioned }) =>
    acceptsUnversioned ? {} : { acceptsUnversioned },
  requestAge: ({ requestAge }) =>
    requestAge === 0n ? {} : { requestAge: formatDuration(requestAge) },
  crypto: ({ crypto }) => ({ crypto }),
  workers: ({ workers }) => present({ workers }),
};

/** Gives the document from which the loader builds this scenario: the inverse of `buildScenario`. */
export function rawOfScenario(scenario: Scenario): RawScenario {
  return merged(SECTIONS, scenario);
}

function rawOfCluster(cluster: ScenarioCluster): RawScenario['cluster'] {
  return merged(CLUSTER, cluster);
}

function merged<T, R>(sections: Sections<T, R>, whole: T): R {
  const parts = (Object.keys(sections) as (keyof T)[]).map((key) => sections[key](whole));
  return Object.assign({}, ...parts) as R;
}
