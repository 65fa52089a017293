import type { TransactionId } from '@quorate/protocol';
import type { Settled } from '../oracles/oracle.ts';

/** Follows which validators certify what, and how the signers of two certificates overlap. */
export interface QuorumShapes {
  settled(settled: Settled): readonly string[];
}

/** Creates the shapes of quorums of a run, of a committee of this size. */
export function createQuorumShapes(committee: number): QuorumShapes {
  const quorums = new Map<TransactionId, ReadonlySet<string>>();
  return {
    settled({ certificate: { signatures }, facts: { id } }) {
      if (quorums.has(id)) return [];
      const signers = new Set<string>(signatures.map(([signer]) => signer));
      const shapes = [...quorums.values()].map((other) => overlap(committee, signers, other));
      quorums.set(id, signers);
      return shapes;
    },
  };
}

function overlap(committee: number, one: ReadonlySet<string>, other: ReadonlySet<string>): string {
  let shared = 0;
  for (const signer of one) if (other.has(signer)) shared += 1;
  const [less, more] = one.size < other.size ? [one.size, other.size] : [other.size, one.size];
  return quorumShape(committee, { less, more, shared });
}

/** Writes the sizes of two quorums and how many they share: "quorums n4 3&3 share 2". */
export function quorumShape(
  committee: number,
  { less, more, shared }: { readonly less: number; readonly more: number; readonly shared: number },
): string {
  return `quorums n${committee} ${less}&${more} share ${shared}`;
}
