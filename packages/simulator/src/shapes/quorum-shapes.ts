import type { Committee } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { CommitteeBook } from '../oracles/committee-book.ts';
import type { Settled } from '../oracles/oracle.ts';

/**
 * Follows which validators certify which transaction, and how the signers of two certificates
 * overlap.
 */
export interface QuorumShapes {
  settled(settled: Settled): readonly string[];
}

/** Creates the shapes of the quorums of a run. Quorums of different committees are not compared. */
export function createQuorumShapes(committees: Pick<CommitteeBook, 'of'>): QuorumShapes {
  const seen = new Set<TransactionId>();
  const quorums = new Map<Committee, ReadonlySet<string>[]>();
  return {
    settled({ certificate: { signatures }, facts: { id } }) {
      const [first] = signatures;
      const [committee] = first === undefined ? [] : committees.of(first[0]);
      if (seen.has(id) || committee === undefined) return [];
      seen.add(id);
      const signers = new Set<string>(signatures.map(([signer]) => signer));
      const others = quorums.get(committee) ?? [];
      quorums.set(committee, [...others, signers]);
      return others.map((other) => overlap(committee.members.length, signers, other));
    },
  };
}

function overlap(committee: number, one: ReadonlySet<string>, other: ReadonlySet<string>): string {
  let shared = 0;
  for (const signer of one) if (other.has(signer)) shared += 1;
  const [less, more] = one.size < other.size ? [one.size, other.size] : [other.size, one.size];
  return quorumShape(committee, { less, more, shared });
}

/** Writes the sizes of two quorums and the size of their overlap: "quorums n4 3&3 share 2". */
export function quorumShape(
  committee: number,
  { less, more, shared }: { readonly less: number; readonly more: number; readonly shared: number },
): string {
  return `quorums n${committee} ${less}&${more} share ${shared}`;
}
