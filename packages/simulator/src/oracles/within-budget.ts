import { nodeNameOf } from '@quorate/core';
import { faultyMax } from '../quorums.ts';
import type { OracleContext } from './oracle.ts';

/**
 * Tells whether the steps of every node can be seen and no committee has more than f faulty
 * members, so that of f + 1 validators that say the same, one is correct.
 */
export function isWithinBudget({
  committees,
  unseen = [],
  isCorrect = () => true,
}: Pick<OracleContext, 'committees' | 'unseen' | 'isCorrect'>): boolean {
  if (unseen.length > 0) return false;
  return committees.all().every(({ members }) => {
    const faulty = members.filter(({ validator }) => !isCorrect(nodeNameOf(validator)));
    return faulty.length <= faultyMax(members.length);
  });
}
