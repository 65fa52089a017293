import type { NamedSignature } from '@quorate/protocol';
import type { CommitteeBook } from '../oracles/committee-book.ts';

/**
 * Gives those of some signatures that make a quorum of one committee, by the quorum rule of the
 * run; undefined when no committee has enough.
 */
export type QuorumAmong = (
  signatures: readonly NamedSignature[],
) => readonly NamedSignature[] | undefined;

/** Creates the function with which parties that bypass proxies form certificates. */
export function createQuorumAmong(
  committees: CommitteeBook,
  quorum: (size: number) => number,
): QuorumAmong {
  return (signatures) => {
    for (const committee of committees.all()) {
      const own = signatures.filter(([key]) => committees.of(key).includes(committee));
      const needed = quorum(committee.members.length);
      if (own.length >= needed) return own.slice(0, needed);
    }
    return undefined;
  };
}
