/** Runs a function when its turn comes, and gives its result. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>;

/**
 * Creates turns: one at a time, in the order of the calls. A failure does not hold up later calls.
 */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
