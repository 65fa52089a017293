/** Hold how many of the runs from one point on fail. */
interface Counted {
  readonly fails: number;
}

/** Hold two points that come one after the other. */
export interface Rise<P> {
  readonly from: P;
  readonly to: P;
}

/**
 * Tell how many standard deviations a rise is away from none. Near half of the runs luck makes two points of
 * equal odds differ by far more than near all of them, so the difference alone tells little.
 */
function clarityOf({ from, to }: Rise<Counted>, branches: number): number {
  const fails = from.fails + to.fails;
  const variance = fails * (1 - fails / (2 * branches));
  return variance === 0 ? 0 : (to.fails - from.fails) / Math.sqrt(variance);
}

/** Find the two neighbours that luck is least likely to have made differ; undefined where nothing rises. */
export function clearestRise<P extends Counted>(
  points: readonly P[],
  branches: number,
): Rise<P> | undefined {
  const rises = points.slice(1).map((to, index) => ({ from: points[index] ?? to, to }));
  const best = Math.max(0, ...rises.map((rise) => clarityOf(rise, branches)));
  return best === 0 ? undefined : rises.find((rise) => clarityOf(rise, branches) === best);
}

/** From how many standard deviations on a rise is told: of some thirty that are compared, luck makes few so clear. */
const TOLD = 2.5;

/** Tell whether a rise is more than luck is likely to bring about. */
export function isClear(rise: Rise<Counted>, branches: number): boolean {
  return clarityOf(rise, branches) > TOLD;
}
