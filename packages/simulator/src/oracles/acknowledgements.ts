import { faultyMax, nonceKey, quorumSize } from '@quorate/core';
import type { TransactionFacts, TransactionId } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';

/** Behind every success that a correct proxy gives out, q - f correct validators had settled. */
export function proxyTruthful(context: Pick<OracleContext, 'genesis' | 'unseen'>): Oracle {
  const needed = correctInQuorum(context);
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
      const count = settledBy.get(facts.id)?.size ?? 0;
      if (role !== 'proxy' || count >= needed) return undefined;
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
export function noLostAck(context: Pick<OracleContext, 'genesis' | 'nameOf' | 'unseen'>): Oracle {
  const { nameOf } = context;
  const needed = correctInQuorum(context);
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
        if (keepers.length >= needed) continue;
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

/** Of a quorum, at least so many are correct, and can be seen, while at most f validators are not. */
function correctInQuorum({
  genesis: { committee },
  unseen = 0,
}: Pick<OracleContext, 'genesis' | 'unseen'>): number {
  const { length } = committee.members;
  return quorumSize(length) - faultyMax(length) - unseen;
}
