/** Carries something out when its turn has come, and gives what it gave. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>;

/** Lets one at a time act, in the order they asked; one that fails keeps nobody back. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
