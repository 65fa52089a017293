/** A step of a node, and whether a life of the node begins with it. */
interface Lived {
  readonly node: string;
  readonly isFirst: boolean;
}

/**
 * Keeps what an oracle knows of the current life of each node: a crash erases what an earlier life
 * was told. `begin` gives what is known when a life begins. Returns the function that finds it.
 */
export function perLife<Step extends Lived, Known>(
  begin: (step: Step) => Known,
): (step: Step) => Known {
  const lives = new Map<string, Known>();
  return (step) => {
    if (step.isFirst || !lives.has(step.node)) lives.set(step.node, begin(step));
    return lives.get(step.node) as Known;
  };
}
