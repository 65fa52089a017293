import type { Moves } from '../src/explore/moves.ts';
import type { Whole } from '../src/explore/whole.ts';

/**
 * Notes each state from which a search takes moves; some of those from before it began again are
 * not real.
 */
export function noting(moves: Moves): { readonly moves: Moves; readonly wholes: readonly Whole[] } {
  const wholes: Whole[] = [];
  return {
    wholes,
    moves: {
      ...moves,
      begin: () => {
        wholes.length = 0;
        return moves.begin();
      },
      from: (whole) => {
        wholes.push(whole);
        return moves.from(whole);
      },
    },
  };
}
