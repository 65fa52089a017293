/** How many of the runs from one point on fail. */
interface Counted {
  readonly fails: number;
}

/** Two consecutive points. */
export interface Rise<P> {
  readonly from: P;
  readonly to: P;
}

/**
 * Gives a rise in standard deviations. If about half of the runs fail, chance makes two points of
 * equal odds differ by far more than if almost all fail, so the difference alone says little.
 */
function clarityOf({ from, to }: Rise<Counted>, branches: number): number {
  const fails = from.fails + to.fails;
  const variance = fails * (1 - fails / (2 * branches));
  return variance === 0 ? 0 : (to.fails - from.fails) / Math.sqrt(variance);
}

/**
 * Finds the two neighbouring points whose difference is least likely to be chance; undefined if
 * nothing rises.
 */
export function clearestRise<P extends Counted>(
  points: readonly P[],
  branches: number,
): Rise<P> | undefined {
  const rises = points.slice(1).map((to, index) => ({ from: points[index] ?? to, to }));
  const best = Math.max(0, ...rises.map((rise) => clarityOf(rise, branches)));
  return best === 0 ? undefined : rises.find((rise) => clarityOf(rise, branches) === best);
}

/**
 * A rise is reported from this many standard deviations on: some thirty are compared, and chance
 * rarely makes one this clear.
 */
const TOLD = 2.5;

/** Tells whether a rise is greater than chance is likely to produce. */
export function isClear(rise: Rise<Counted>, branches: number): boolean {
  return clarityOf(rise, branches) > TOLD;
}
