import { faultyMax, quorumSize } from '../quorums.ts';

/** Says how many of a committee do something, as the protocol sees it. */
export type Share = 'none' | 'few' | 'some' | 'quorum' | 'all';

/**
 * Gives, for every count from 0 to the size of a committee, what it amounts to: up to f are few, who
 * may all lie; a quorum decides; some are in between. With four validators each count is a share of
 * its own.
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
