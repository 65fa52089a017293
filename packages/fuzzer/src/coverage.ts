import type { Scenario } from '@quorate/simulator';

/** Hold a scenario together with the shapes that its run shows. */
export interface Specimen {
  readonly scenario: Scenario;
  /** How long its run is. */
  readonly events: number;
  readonly shapes: readonly string[];
}

/** Keeps count of shapes, for each of them the shortest scenario, and those worth being changed. */
export interface Coverage {
  /**
   * Counts the shapes of a run. `scenario` is asked for only where the run shows a shape for the
   * first time, or in fewer events than any before it.
   *
   * @returns how many of its shapes are new.
   */
  add(shapes: readonly string[], events: number, scenario: () => Scenario): number;
  /** Counts the shapes of a run that is nothing to go on from. */
  count(shapes: readonly string[]): void;
  /** How many shapes were seen. */
  size(): number;
  has(shape: string): boolean;
  /** Chooses a specimen that was new when it came and is rich in rare shapes, if there is any. */
  choose(below: (n: number) => number): Specimen | undefined;
  /** The fewest specimens, roughly, that show every shape between them; at most `limit`. */
  distil(limit: number): readonly Specimen[];
}

interface Seen {
  runs: number;
  /** The shortest; undefined where only runs that are nothing to go on from showed the shape. */
  specimen: Specimen | undefined;
}

/** Of how many specimens, taken at random, the richest is chosen. */
const CANDIDATES = 6;

/** Creates the coverage of a search that has run nothing. */
export function createCoverage(): Coverage {
  const seen = new Map<string, Seen>();
  const parents: Specimen[] = [];

  function seenOf(shape: string): Seen {
    const known = seen.get(shape);
    if (known !== undefined) return known;
    const first: Seen = { runs: 0, specimen: undefined };
    seen.set(shape, first);
    return first;
  }

  /** A shape is worth the more the fewer runs have shown it. */
  function richness({ shapes }: Specimen): number {
    return shapes.reduce((sum, shape) => sum + 1 / seenOf(shape).runs, 0);
  }

  return {
    add(shapes, events, scenario) {
      let specimen: Specimen | undefined;
      let added = 0;
      for (const shape of shapes) {
        const known = seenOf(shape);
        known.runs += 1;
        if (known.runs === 1) added += 1;
        if (known.specimen !== undefined && events >= known.specimen.events) continue;
        specimen ??= { scenario: scenario(), events, shapes };
        known.specimen = specimen;
      }
      if (added > 0 && specimen !== undefined) parents.push(specimen);
      return added;
    },
    count(shapes) {
      for (const shape of shapes) seenOf(shape).runs += 1;
    },
    size: () => seen.size,
    has: (shape) => seen.has(shape),
    choose(below) {
      let richest: { readonly specimen: Specimen; readonly worth: number } | undefined;
      for (let drawn = 0; drawn < CANDIDATES && parents.length > 0; drawn += 1) {
        const specimen = parents[below(parents.length)];
        if (specimen === undefined) continue;
        const worth = richness(specimen);
        if (richest === undefined || worth > richest.worth) richest = { specimen, worth };
      }
      return richest?.specimen;
    },
    distil: (limit) => distilled(seen, limit),
  };
}

// Rare shapes first: what shows them usually shows common ones as well.
function distilled(seen: ReadonlyMap<string, Seen>, limit: number): readonly Specimen[] {
  const shown = new Set<string>();
  const taken: Specimen[] = [];
  for (const [shape, { specimen }] of [...seen].sort(byRuns)) {
    if (taken.length === limit) break;
    if (specimen === undefined || shown.has(shape)) continue;
    taken.push(specimen);
    for (const also of specimen.shapes) shown.add(also);
  }
  return taken;
}

function byRuns([one, { runs: fewer }]: [string, Seen], [other, { runs: more }]: [string, Seen]) {
  return fewer - more || (one < other ? -1 : 1);
}
