import { type Committee, faultyMax, nodeNameOf, nonceKey, quorumSize } from '@quorate/core';
import type { TransactionFacts, TransactionId } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';

/** Behind every success that a correct proxy gives out, q - f correct validators had settled. */
export function proxyTruthful(context: Pick<OracleContext, 'committees' | 'unseen'>): Oracle {
  const settledBy = new Map<TransactionId, Set<string>>();
  return {
    name: 'proxy-truthful',
    kind: 'safety',
    noteSettlement: ({ validator, facts }) => {
      const known = settledBy.get(facts.id);
      if (known === undefined) settledBy.set(facts.id, new Set([validator]));
      else known.add(validator);
    },
    afterSuccess: ({ by, role, facts }) => {
      const settled = settledBy.get(facts.id) ?? new Set();
      if (role !== 'proxy' || isVouched(settled, context)) return undefined;
      const count = settled.size;
      const needed = neededIn(context.committees.running(), context);
      return {
        message: `${by} answered success when ${count} correct validators had settled, not ${needed}`,
        facts: { proxy: by, transaction: facts.id, settled: String(count), needed: String(needed) },
      };
    },
  };
}

/**
 * No transaction that a correct proxy acknowledged is missing at the end, whatever crashed: as many
 * correct validators have it on their disks as stood behind the acknowledgement.
 */
export function noLostAck(
  context: Pick<OracleContext, 'committees' | 'nameOf' | 'unseen'>,
): Oracle {
  const { nameOf, committees } = context;
  const acknowledged = new Map<TransactionId, TransactionFacts>();
  return {
    name: 'no-lost-ack',
    kind: 'safety',
    noteSuccess: ({ role, facts }) => {
      if (role === 'proxy') acknowledged.set(facts.id, facts);
    },
    atRest: ({ disks }) => {
      for (const { id, transaction } of acknowledged.values()) {
        const key = nonceKey(transaction.sender, transaction.nonce);
        const keepers = disks.filter(({ ledger }) => ledger.settled.get(key) === id);
        const keeping = new Set(keepers.map(({ name }) => name));
        if (isVouched(keeping, context)) continue;
        const needed = neededIn(committees.running(), context);
        const sender = nameOf(transaction.sender);
        return {
          message: `(${sender}, nonce ${transaction.nonce}) was acknowledged and is on ${keepers.length} disks, not ${needed}`,
          facts: { sender, transaction: id, disks: keepers.map(({ name }) => name).join(' ') },
        };
      }
      return undefined;
    },
  };
}

/**
 * Tells whether behind something stands what makes a quorum of some committee, but for its liars: which
 * of them a proxy was following at the time, nobody else knows.
 */
function isVouched(
  names: ReadonlySet<string>,
  context: Pick<OracleContext, 'committees' | 'unseen'>,
): boolean {
  return context.committees.all().some((committee) => {
    const standing = committee.members.filter(({ validator }) => names.has(nodeNameOf(validator)));
    return standing.length >= neededIn(committee, context);
  });
}

/** Of a quorum, at least so many are correct, and can be seen, while at most f validators are not. */
function neededIn({ members }: Committee, { unseen = 0 }: Pick<OracleContext, 'unseen'>): number {
  return quorumSize(members.length) - faultyMax(members.length) - unseen;
}
