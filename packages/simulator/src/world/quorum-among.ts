import type { NamedSignature } from '@quorate/protocol';
import { ArgumentError } from '../check-arguments.ts';
import type { CommitteeBook } from '../oracles/committee-book.ts';

/**
 * Gives those of some signatures that make a quorum of one committee, by the quorum rule of the
 * run; undefined when no committee has enough.
 */
export type QuorumAmong = (
  signatures: readonly NamedSignature[],
) => readonly NamedSignature[] | undefined;

/**
 * Asks the quorum rule of a run on behalf of parties that are no nodes, and so cannot break.
 *
 * @throws ArgumentError if the rule throws
 */
export function quorumBy(quorum: (size: number) => number, size: number): number {
  try {
    return quorum(size);
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new ArgumentError(
      'options.validatorRules',
      `its rule quorum threw for a committee of ${size}: ${why}`,
    );
  }
}

/** Creates the function with which parties that bypass proxies form certificates. */
export function createQuorumAmong(
  committees: CommitteeBook,
  quorum: (size: number) => number,
): QuorumAmong {
  return (signatures) => {
    for (const committee of committees.all()) {
      const own = signatures.filter(([key]) => committees.of(key).includes(committee));
      const needed = quorumBy(quorum, committee.members.length);
      if (own.length >= needed) return own.slice(0, needed);
    }
    return undefined;
  };
}
