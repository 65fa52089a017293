import type { ValidatorState } from '@quorate/core';
import { clauseOf } from '@quorate/network';
import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import { plainText } from '../plain-text.ts';
import { quorumSize } from '../quorums.ts';
import type { Outcome } from '../run-result.ts';
import { byText } from '../shapes/by-text.ts';
import { ownerOf } from '../world/links.ts';
import type { Handed } from '../world/users/handed.ts';
import { outcomesByHand, worst } from '../world/verdict/accounts.ts';
import type { Cluster } from './cluster.ts';
import { correctValidators, settledIn } from './look-back.ts';
import type { ActState } from './machines/act-machine.ts';
import type { Local } from './machines/machine.ts';
import type { Pools } from './machines/pools.ts';
import type { UserState } from './machines/user-machine.ts';

/** One way in which an order of events can end. */
export interface EndReport {
  /** The outcome of each client that did something, in the order of the file. */
  readonly outcomes: readonly { readonly client: string; readonly outcome: Outcome }[];
  /** What some correct validator has settled, such as "alice pays bob 100"; in a fixed order. */
  readonly settled: readonly string[];
  /** The number of different states of the cluster in which it ends this way. */
  readonly states: number;
}

/** Lists the different ways in which orders of events ended, each once. */
export function reportEnds(
  cluster: Cluster,
  ends: readonly (readonly Local[])[],
): readonly EndReport[] {
  const found = new Map<string, EndReport>();
  for (const locals of ends) {
    const end = describeEnd(cluster, locals);
    const key = plainText(end);
    found.set(key, { ...end, states: (found.get(key)?.states ?? 0) + 1 });
  }
  return [...found].sort(([a], [b]) => byText(a, b)).map(([, end]) => end);
}

/** Describes the end of one order of events, after which nothing is under way. */
function describeEnd(cluster: Cluster, locals: readonly Local[]): Omit<EndReport, 'states'> {
  const ledgers = correctValidators(cluster, locals).map(
    ({ local }) => (local.state as ValidatorState).ledger,
  );
  const quorum = quorumSize(cluster.genesis.committee.members.length);
  // A transaction that nobody has locked or settled was refused by all validators that got it.
  const evidence = { ledgers, quorum, refusals: { has: () => true } };
  const clients = new Map<string, { readonly handed: Handed[]; readonly ended: Outcome[] }>();
  for (const [client, handed, ended] of deedsIn(cluster, locals)) {
    const known = clients.get(client) ?? { handed: [], ended: [] };
    known.handed.push(...handed);
    known.ended.push(...ended);
    clients.set(client, known);
  }
  return {
    outcomes: [...clients].flatMap(([client, { handed, ended }]) => {
      // Rivals may come from different acts.
      const outcome = worst([...ended, ...outcomesByHand(handed, evidence)]);
      return outcome === undefined ? [] : [{ client, outcome }];
    }),
    settled: settledBy(cluster, locals),
  };
}

type Deed = readonly [client: string, handed: readonly Handed[], ended: readonly Outcome[]];

/**
 * Lists what users and acts sent without a proxy, and how their requests to their clients ended.
 */
function deedsIn({ machines }: Cluster, locals: readonly Local[]): readonly Deed[] {
  return machines.flatMap(({ name, aliases, role }, index): readonly Deed[] => {
    const state = locals[index]?.state;
    if (role !== 'user') return [];
    const [hand] = aliases;
    if (hand === undefined) return [[ownerOf(name), handedByAct(state as Pools | ActState), []]];
    const { pools, ended, open } = state as UserState;
    const outcomes = ended.map(({ outcome }) => outcome);
    const all = open === undefined ? outcomes : [...outcomes, 'unknown' as const];
    return [[ownerOf(hand), handedIn(pools), all]];
  });
}

function handedByAct(state: Pools | ActState): readonly Handed[] {
  return isActState(state) ? state.handed.map(asHanded) : handedIn(state);
}

function isActState(state: Pools | ActState): state is ActState {
  return 'heard' in state;
}

function handedIn(pools: Pools): readonly Handed[] {
  return Object.values(pools).map(({ envelope }) => asHanded(envelope));
}

function asHanded(envelope: TransactionEnvelope): Handed {
  return { envelope, requestIds: [''] };
}

function settledBy(cluster: Cluster, locals: readonly Local[]): readonly string[] {
  const { parties, labels } = cluster;
  const naming = { nameOf: parties.nameOf, labelOf: labels.nameOf };
  const correct = correctValidators(cluster, locals).map(({ local }) => local);
  return settledIn(correct).map(({ envelope }) => {
    const { sender, operations } = factsOf(envelope.transaction).transaction;
    return `${parties.nameOf(sender)} ${clauseOf(operations, naming)}`;
  });
}
