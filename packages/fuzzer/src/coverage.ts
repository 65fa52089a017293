import type { Scenario } from '@quorate/simulator';

/** A scenario with the shapes that its run shows. */
export interface Specimen {
  readonly scenario: Scenario;
  /** The length of its run, in events. */
  readonly events: number;
  readonly shapes: readonly string[];
}

/** Counts shapes, and keeps the shortest scenario for each. */
export interface Coverage {
  /**
   * Counts the shapes of a run. `scenario` is called only if the run shows a shape for the first
   * time, or in fewer events than any before.
   */
  add(shapes: readonly string[], events: number, scenario: () => Scenario): void;
  /** Counts the shapes of a run whose scenario is not kept. */
  count(shapes: readonly string[]): void;
  /** How many different shapes were seen. */
  size(): number;
  has(shape: string): boolean;
  /** Gives a few specimens, at most `limit`, that together show every shape; roughly the fewest. */
  distil(limit: number): readonly Specimen[];
}

interface Seen {
  runs: number;
  /** The shortest specimen; undefined when only runs that are not kept have shown the shape. */
  specimen: Specimen | undefined;
}

/** Creates an empty coverage. */
export function createCoverage(): Coverage {
  const seen = new Map<string, Seen>();

  function seenOf(shape: string): Seen {
    const known = seen.get(shape);
    if (known !== undefined) return known;
    const first: Seen = { runs: 0, specimen: undefined };
    seen.set(shape, first);
    return first;
  }

  return {
    add(shapes, events, scenario) {
      let specimen: Specimen | undefined;
      for (const shape of shapes) {
        const known = seenOf(shape);
        known.runs += 1;
        if (known.specimen !== undefined && events >= known.specimen.events) continue;
        specimen ??= { scenario: scenario(), events, shapes };
        known.specimen = specimen;
      }
    },
    count(shapes) {
      for (const shape of shapes) seenOf(shape).runs += 1;
    },
    size: () => seen.size,
    has: (shape) => seen.has(shape),
    distil: (limit) => distilled(seen, limit),
  };
}

// Rare shapes first, because a specimen that shows them usually shows common ones as well.
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
