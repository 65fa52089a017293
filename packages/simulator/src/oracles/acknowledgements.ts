import { type Committee, faultyMax, nodeNameOf, nonceKey, quorumSize } from '@quorate/core';
import type { TransactionCertificate, TransactionFacts, TransactionId } from '@quorate/protocol';
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
    afterSuccess: ({ by, role, certificate, facts }) => {
      const settled = settledBy.get(facts.id) ?? new Set();
      const epoch = epochOf(certificate, context);
      if (role !== 'proxy' || isVouched(settled, epoch, context)) return undefined;
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
  const acknowledged = new Map<TransactionId, Acknowledged>();
  return {
    name: 'no-lost-ack',
    kind: 'safety',
    noteSuccess: ({ role, certificate, facts }) => {
      if (role !== 'proxy') return;
      const epoch = epochOf(certificate, context);
      const before = acknowledged.get(facts.id)?.epoch ?? epoch;
      acknowledged.set(facts.id, { facts, epoch: Math.max(before, epoch) });
    },
    atRest: ({ disks }) => {
      for (const { facts, epoch } of acknowledged.values()) {
        const { id, transaction } = facts;
        const key = nonceKey(transaction.sender, transaction.nonce);
        const keepers = disks.filter(({ ledger }) => ledger.settled.get(key) === id);
        const keeping = new Set(keepers.map(({ name }) => name));
        if (isVouched(keeping, epoch, context)) continue;
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

interface Acknowledged {
  readonly facts: TransactionFacts;
  /** The last epoch that signed it. */
  readonly epoch: number;
}

/** The first epoch whose committee may have signed; a certificate that none has is for other oracles. */
function epochOf(
  { signatures }: TransactionCertificate,
  { committees }: Pick<OracleContext, 'committees'>,
): number {
  const signers = new Set(signatures.map(([signer]) => signer));
  const signed = committees.all().filter(({ members }) => {
    const count = members.filter(({ validator }) => signers.has(validator.address)).length;
    return count >= quorumSize(members.length);
  });
  return signed.length === 0 ? 0 : Math.min(...signed.map(({ epoch }) => epoch));
}

/**
 * Tells whether behind something stands what makes a quorum of a committee, but for its liars: that of
 * the epoch that signed it or a later one. Which of them a proxy was following at the time, nobody else
 * knows.
 */
function isVouched(
  names: ReadonlySet<string>,
  since: number,
  context: Pick<OracleContext, 'committees' | 'unseen'>,
): boolean {
  return context.committees.all().some((committee) => {
    if (committee.epoch < since) return false;
    const standing = committee.members.filter(({ validator }) => names.has(nodeNameOf(validator)));
    return standing.length >= neededIn(committee, context);
  });
}

/** Of a quorum, at least so many are correct, and can be seen, while at most f validators are not. */
function neededIn({ members }: Committee, { unseen = [] }: Pick<OracleContext, 'unseen'>): number {
  const dark = members.filter(({ validator }) => unseen.includes(nodeNameOf(validator))).length;
  return quorumSize(members.length) - faultyMax(members.length) - dark;
}
