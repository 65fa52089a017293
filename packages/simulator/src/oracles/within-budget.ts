import { nodeNameOf } from '@quorate/core';
import { isBearable } from '../quorums.ts';
import type { OracleContext } from './oracle.ts';

/**
 * Tells whether no committee has more than f faulty members, so that of f + 1 validators that say the
 * same, one is correct.
 */
export function isWithinBudget({
  committees,
  isCorrect = () => true,
}: Pick<OracleContext, 'committees' | 'isCorrect'>): boolean {
  return committees
    .all()
    .every(({ members }) =>
      isBearable(members, ({ validator }) => !isCorrect(nodeNameOf(validator))),
    );
}
