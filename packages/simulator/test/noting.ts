import type { Moves } from '../src/explore/moves.ts';
import type { Whole } from '../src/explore/whole.ts';

/** Notes each state that a search takes moves from; what it met before it had to begin again is not all true. */
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
