import { clientLogic, proxyLogic, validatorLogic } from '@quorate/actors';
import {
  freshClient,
  type Genesis,
  InvariantError,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import type { CryptoSuite, Verifier } from '@quorate/crypto';
import { createCast } from '../byzantine/cast.ts';
import type { ClientStage } from '../byzantine/client/stage.ts';
import { type CommitteeBook, createCommitteeBook } from '../oracles/committee-book.ts';
import { correctNodes } from '../oracles/correct-nodes.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { buildGenesis } from '../world/genesis.ts';
import { actorOf } from '../world/links.ts';
import { clientTimings, proxyTimings } from '../world/pace.ts';
import { createParties, keyringFor, type Parties } from '../world/parties.ts';
import { createQuorumAmong, quorumBy } from '../world/quorum-among.ts';
import { createLabels, type Labels } from '../world/users/labels.ts';
import { proxyOf } from '../world/users/proxy-of.ts';
import { createWriter } from '../world/users/writer.ts';
import { START } from '../world/world.ts';
import type { WrongRules } from '../wrong-rules.ts';
import { isExploredAct } from './explorable.ts';
import { actMachine } from './machines/act-machine.ts';
import { bentMachine } from './machines/bent-machine.ts';
import { equivocator } from './machines/equivocator.ts';
import type { Machine } from './machines/machine.ts';
import { nodeMachine } from './machines/node-machine.ts';
import { userMachine } from './machines/user-machine.ts';

/** The nodes of a scenario as functions, and what is known about them from outside. */
export interface Cluster {
  readonly machines: readonly Machine[];
  readonly genesis: Genesis;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly committees: CommitteeBook;
  readonly isCorrect: (node: string) => boolean;
  readonly rules: ValidatorRules;
  /** The verifier of the observers. */
  readonly witness: Verifier;
}

/** What a cluster is built from besides its scenario. */
export interface ClusterOptions extends WrongRules {
  readonly crypto: CryptoSuite;
}

/** Builds the nodes of a scenario that can be explored. */
export function buildCluster(scenario: Scenario, options: ClusterOptions): Cluster {
  const { crypto } = options;
  const parties = createParties(crypto.signer, scenario.cluster);
  const genesis = buildGenesis(scenario.cluster, parties, START);
  const ground: Ground = {
    scenario,
    options,
    parties,
    genesis,
    labels: createLabels(),
    committees: createCommitteeBook(genesis.committee),
  };
  const { labels, committees } = ground;
  const { validators, proxies, clients } = scenario.cluster;
  const machines = [
    ...validators.map((name) => validator(name, ground)),
    ...proxies.map((name) => proxy(name, ground)),
    ...clients.map(({ name }) => client(name, ground)),
    ...users(ground),
  ];
  const isCorrect = correctNodes(scenario);
  const { validatorRules: rules = VALIDATOR_RULES } = options;
  const { witness } = crypto;
  return { machines, genesis, parties, labels, committees, isCorrect, rules, witness };
}

interface Ground {
  readonly scenario: Scenario;
  readonly options: ClusterOptions;
  readonly parties: Parties;
  readonly genesis: Genesis;
  readonly labels: Labels;
  readonly committees: CommitteeBook;
}

function validator(name: string, { scenario, options, parties, genesis }: Ground): Machine {
  const { verifier } = options.crypto;
  const { validatorRules: rules = VALIDATOR_RULES } = options;
  const signer = parties.signer(name);
  const keys = keyringFor(parties, name, 1);
  const logic = validatorLogic({ signer, verifier, genesis, keys, rules });
  const honest = nodeMachine({ name, role: 'validator', logic, now: START });
  const acts = createCast(scenario.byzantine).validatorActs(name).filter(isExploredAct);
  if (acts.length === 0) return honest;
  const { networkId } = genesis;
  return bentMachine({ honest, acts, parties, networkId, signer, verifier, rules, now: START });
}

function proxy(name: string, { scenario, options, parties, genesis }: Ground): Machine {
  const { verifier } = options.crypto;
  const { proxyRules } = options;
  const rules = proxyRules === undefined ? {} : { rules: proxyRules };
  const signer = parties.signer(name);
  const timings = proxyTimings(1n);
  const { precheck } = scenario.cluster;
  const logic = proxyLogic({ signer, verifier, genesis, timings, precheck, ...rules });
  return nodeMachine({ name, role: 'proxy', logic, now: START });
}

function client(name: string, { scenario, options, parties, genesis }: Ground): Machine {
  const { verifier } = options.crypto;
  const { clientRules } = options;
  const rules = clientRules === undefined ? {} : { rules: clientRules };
  const means = { proxy: proxyOf(scenario.cluster, name), timings: clientTimings(1n) };
  const fresh = freshClient(genesis, means);
  const logic = clientLogic({ signer: parties.signer(name), verifier, fresh, ...rules });
  return nodeMachine({ name, role: 'client', logic, now: START });
}

/** All users that act through the software of a client or bypass it. */
function users(ground: Ground): readonly Machine[] {
  const { scenario, options, parties, genesis, labels, committees } = ground;
  const { quorum } = options.validatorRules ?? VALIDATOR_RULES;
  const { validators, clients } = scenario.cluster;
  const quorumAmong = createQuorumAmong(committees, quorum);
  const { networkId } = genesis;
  const nextNonce = () => 0n;
  const writer = createWriter({ clock: STOPPED, parties, labels, networkId, nextNonce });
  const cast = createCast(scenario.byzantine);
  const past = {
    clock: STOPPED,
    networkId,
    validators,
    proxies: scenario.cluster.proxies,
    quorum: quorumBy(quorum, validators.length),
    quorumAmong,
    nextNonce,
    signerOf: parties.signer,
    mergedPast: () => [],
    leakedKeys: () => [],
  };
  return [
    ...scenario.workload.map((entry) =>
      userMachine(entry, { quorumAmong, validators, parties, labels, writer }),
    ),
    ...clients.flatMap(({ name }) =>
      cast.clientActs(name).map((act) =>
        act.act === 'equivocate'
          ? equivocator(act, {
              name: actorOf(name, act.id),
              quorumAmong,
              validators,
              stage: {
                signer: parties.signer(name),
                addressOf: (other) => parties.signer(other).address,
                networkId,
                clock: STOPPED,
              },
            })
          : actMachine(name, act, past),
      ),
    ),
  ];
}

/** Everything happens at one time: nothing that can be explored depends on the time. */
const STOPPED: ClientStage['clock'] = {
  now: () => START,
  setTimer: () => {
    throw new InvariantError('what is explored sets no timer of its own');
  },
};
