import { type Account, balanceKey, type Ledger, NEW_ACCOUNT, nonceKey } from '@quorate/core';
import { type Address, factsOf, NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { Place } from '../../oracles/following/settled-lists.ts';
import type { ValidatorAtRest } from '../../oracles/oracle.ts';
import { quorumSize } from '../../quorums.ts';
import { type AccountReport, OUTCOMES, type Outcome } from '../../run-result.ts';
import type { ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import { digestOf } from '../digest-of.ts';
import type { Handed } from '../users/handed.ts';
import type { Workload } from '../users/workload.ts';
import type { World } from '../world.ts';
import type { GivenRefusals } from './given-refusals.ts';

/**
 * Reports every client's account as most of the given validators hold it; their digests show
 * whether they agree. A lock is reported if any of them has one.
 */
export function reportAccounts(
  { parties, workloads, byzantineClients, committees, refusals }: World,
  { clients, accounts }: ScenarioCluster,
  atRest: readonly ValidatorAtRest[],
): readonly AccountReport[] {
  const ledgers = atRest.map(({ state }) => state.ledger);
  const agreed = mostCommon(ledgers);
  const quorum = quorumSize(committees.running().members.length);
  return [...clients, ...accounts].map(({ name }) => {
    const { address } = parties.signer(name);
    const own = workloads.filter((workload) => workload.client === name);
    const acting = byzantineClients.filter(({ client }) => client === name);
    const handed = [...own, ...acting].flatMap((each) => each.handed());
    const outcome = worst([
      ...own.flatMap((workload) => workload.operations().map((operation) => operation.outcome)),
      ...outcomesByHand(handed, { ledgers, quorum, refusals }),
    ]);
    return {
      client: name,
      address,
      balance: agreed?.balance.get(balanceKey(address, NATIVE_TOKEN_ID)) ?? 0n,
      nextNonce: (agreed?.account.get(address) ?? NEW_ACCOUNT).nextNonce,
      lock: worstLock(address, ledgers),
      ...(outcome === undefined ? {} : { outcome }),
    };
  });
}

/** Tells whether a user sent out two transactions for one nonce. */
export function equivocates({ handed }: Pick<Workload, 'handed'>): boolean {
  return [...byNonce(handed()).values()].some(({ ids }) => ids.size > 1);
}

function mostCommon(ledgers: readonly Ledger[]): Ledger | undefined {
  const groups = new Map<string, Ledger[]>();
  for (const ledger of ledgers) {
    const digest = digestOf(ledger);
    groups.set(digest, [...(groups.get(digest) ?? []), ledger]);
  }
  const [largest] = [...groups.values()].sort((a, b) => b.length - a.length);
  return largest?.[0];
}

/** Gives the worst of several outcomes; undefined for none. */
export function worst(outcomes: readonly Outcome[]): Outcome | undefined {
  return OUTCOMES.findLast((outcome) => outcomes.includes(outcome));
}

const LOCKS_WORST_FIRST = ['contested', 'pending'] as const;

function worstLock(address: Address, ledgers: readonly Ledger[]): AccountReport['lock'] {
  const locks = ledgers.map((ledger) => ledger.account.get(address)?.lock?.kind);
  return LOCKS_WORST_FIRST.find((lock) => locks.includes(lock)) ?? 'none';
}

/** What shows how a transaction ended that did not go through a proxy. */
interface Evidence {
  readonly ledgers: readonly Ledger[];
  readonly quorum: number;
  readonly refusals: Pick<GivenRefusals, 'has'>;
}

/**
 * Gives the outcomes of transactions that did not go through a proxy, one for each nonce. Their
 * user gets no answer, so the outcome is read from the ledgers and from what validators answered.
 */
export function outcomesByHand(
  handed: readonly Handed[],
  { ledgers, quorum, refusals }: Evidence,
): readonly Outcome[] {
  return [...byNonce(handed)].map(([key, { place, ids, requestIds }]) => {
    if (ledgers.filter(({ settled }) => settled.has(key)).length >= quorum) return 'final';
    const isLocked = ledgers.some(({ account }) => locksAt(place, account.get(place.sender)));
    if (isLocked) return ids.size > 1 ? 'locked-by-own-equivocation' : 'unknown';
    if (ledgers.some(({ settled }) => settled.has(key))) return 'unknown';
    // A request that reached no validator was refused by none.
    return requestIds.some(refusals.has) ? 'refused' : 'unknown';
  });
}

// A lock is at the account's next nonce, and shows nothing about transactions for later ones.
function locksAt({ nonce }: Place, account: Account = NEW_ACCOUNT): boolean {
  return account.lock !== undefined && account.nextNonce === nonce;
}

/** The transactions signed for one nonce, and the requests in which they were sent. */
interface Rivals {
  readonly place: Place;
  readonly ids: Set<string>;
  readonly requestIds: string[];
}

function byNonce(handed: readonly Handed[]): ReadonlyMap<string, Rivals> {
  const rivals = new Map<string, Rivals>();
  for (const { envelope, requestIds } of handed) {
    const { id, transaction } = factsOf(envelope.transaction);
    const key = nonceKey(transaction.sender, transaction.nonce);
    const known = rivals.get(key) ?? { place: transaction, ids: new Set(), requestIds: [] };
    known.ids.add(id);
    known.requestIds.push(...requestIds);
    rivals.set(key, known);
  }
  return rivals;
}
