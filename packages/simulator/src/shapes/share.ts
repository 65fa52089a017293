import { faultyMax, quorumSize } from '../quorums.ts';

/** How many members of a committee do something, in terms of the protocol. */
export type Share = 'none' | 'few' | 'some' | 'quorum' | 'all';

/**
 * Gives, for every count from 0 to the size of a committee, its share: `few` means up to f, who may
 * all be faulty; `quorum` can decide; `some` is in between. With four validators every count is a
 * share of its own.
 */
export function sharesOf(committee: number): readonly Share[] {
  const [few, quorum] = [faultyMax(committee), quorumSize(committee)];
  return Array.from({ length: committee + 1 }, (_, count): Share => {
    if (count === 0) return 'none';
    if (count === committee) return 'all';
    if (count >= quorum) return 'quorum';
    return count <= few ? 'few' : 'some';
  });
}
