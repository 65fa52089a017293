import type { Node } from '@quorate/actors';
import {
  type ClientState,
  type CommitteeMember,
  invariant,
  type ValidatorRules,
} from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import type { NodeName } from '@quorate/transport';
import {
  type ByzantineClient,
  startByzantineClient,
} from '../byzantine/client/byzantine-client.ts';
import type { ScenarioCluster } from '../scenario/cluster/cluster.ts';
import { everyValidator } from '../scenario/cluster/committees.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type Registrar, startRegistrar } from './changes/registrar.ts';
import type { Ground } from './nodes.ts';
import { keyringFor } from './parties.ts';
import { createQuorumAmong } from './quorum-among.ts';
import { proxyOf } from './users/proxy-of.ts';
import { sendsFor } from './users/seats.ts';
import { createSharedAccount } from './users/shared-accounts.ts';
import { startWorkload, type Workload } from './users/workload.ts';
import { createWriter } from './users/writer.ts';

// Nodes act on what they hear. Those who act of their own accord are started here.

/** What they know of the nodes, beside the ground. */
interface Known {
  readonly validatorRules: ValidatorRules;
  readonly clients: readonly Node<ClientState>[];
}

/** Starts what Byzantine clients do past their software. */
export function startByzantineClients(
  { cluster }: Scenario,
  ground: Ground,
  { validatorRules, clients }: Known,
): readonly ByzantineClient[] {
  const { network, parties, genesis, cast, committees } = ground;
  return cluster.clients.map(({ name }) =>
    startByzantineClient(name, cast.clientActs(name), {
      ...ground,
      signerOf: parties.signer,
      transport: network,
      networkId: genesis.networkId,
      validators: everyValidator(cluster),
      proxies: cluster.proxies,
      quorum: validatorRules.quorum(cluster.validators.length),
      mergedPast: (epoch) => mergedPast(epoch, cluster, ground),
      leakedKeys: (epoch) => leakedKeys(epoch, ground),
      quorumAmong: createQuorumAmong(committees, validatorRules.quorum),
      nextNonce: () => nextNonceOf(name, clients),
    }),
  );
}

// A merging member accepts every certificate, so keys must be kept until no member merges any more
// (C9). Only then may they leak.
function leakedKeys(epoch: number, ground: Ground): readonly Signer[] {
  const { committees, parties, epochs, served, soFar } = ground;
  const ended = committees.all().find((committee) => committee.epoch === epoch);
  const hasMerged = ({ validator: { host } }: CommitteeMember) =>
    !soFar.isCorrect(host) || (served.get(host) ?? 0) > epoch;
  if (ended === undefined || !committees.running().members.every(hasMerged)) return [];
  const keys = ended.members.flatMap(
    ({ validator: { address, host } }) => keyringFor(parties, host, epochs).find(address) ?? [],
  );
  committees.leak(keys.map(({ address }) => address));
  return keys;
}

// Only these check certificates of the ended epoch strictly: a member that lost its merged state
// accepts any.
function mergedPast(
  epoch: number,
  cluster: ScenarioCluster,
  { served, isCorrect }: Ground,
): readonly NodeName[] {
  return everyValidator(cluster).filter(
    (name) => isCorrect(name) && (served.get(name) ?? 0) > epoch,
  );
}

/** Starts the registrar, who brings about the changes of committee. */
export function startChanges(
  { changes, cluster, byzantine }: Scenario,
  ground: Ground,
  { quorum }: ValidatorRules,
): Registrar {
  const { network, genesis, committees } = ground;
  return startRegistrar(changes, {
    ...ground,
    transport: network,
    networkId: genesis.networkId,
    validators: everyValidator(cluster),
    proxies: cluster.proxies,
    quorumAmong: createQuorumAmong(committees, quorum),
    rivals: new Set(
      byzantine.flatMap(({ node, acts }) =>
        acts.flatMap((act) => (act.act === 'propose' ? [node, ...act.signers] : [])),
      ),
    ),
  });
}

function nextNonceOf(name: string, clients: readonly Node<ClientState>[]): bigint {
  const known = clients.filter((client) => sendsFor(client.name, name));
  return known.reduce((highest, client) => {
    const nonce = client.state()?.nextNonce ?? 0n;
    return nonce > highest ? nonce : highest;
  }, 0n);
}

/** Starts the users of clients. */
export function startWorkloads(
  { workload, cluster }: Scenario,
  ground: Ground,
  { validatorRules, clients }: Known,
): readonly Workload[] {
  const { network, parties, genesis } = ground;
  const nextNonce = (name: string) => nextNonceOf(name, clients);
  const shared = cluster.accounts.map((account) =>
    createSharedAccount(account, parties, () => nextNonce(account.name)),
  );
  const account = (name: string) => {
    const found = shared.find((each) => each.name === name);
    invariant(found !== undefined, `there is no account ${name}`);
    return found;
  };
  const writer = createWriter({ ...ground, networkId: genesis.networkId, nextNonce });
  return workload.map((entry) =>
    startWorkload({
      ...ground,
      entry,
      transport: network,
      account,
      writer,
      validators: everyValidator(cluster),
      proxy: proxyOf(cluster, entry.client),
      quorumAmong: createQuorumAmong(ground.committees, validatorRules.quorum),
    }),
  );
}
