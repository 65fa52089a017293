import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { Fault } from '../../scenario/faults/fault.ts';
import { someTime } from '../moments.ts';
import type { ScenarioSpace } from '../scenario-space.ts';
import { someFrom } from '../sketch.ts';
import { chance, span, weighted } from '../values.ts';

/** How many times likelier than a class of faults it is in a run in which nodes prune. */
const ODDS = 1;

/** What keeps an archive from answering soon. */
const WEIGHTS = { slow: 4, pause: 2, cut: 2, clog: 1 } as const;

type Kind = keyof typeof WEIGHTS;

const hindrances = fc.record({
  drawn: weighted(WEIGHTS),
  some: someFrom((names: readonly string[]) => names),
  when: someTime,
  delay: span(50, 500),
  lasting: fc.oneof(span(500, 4_000), span(4_000, 20_000)),
});

/** The archives of a run, and the time within which faults begin, in nanoseconds. */
interface Archived {
  readonly archives: readonly string[];
  readonly horizon: bigint;
}

/**
 * In many of the runs in which nodes prune, has some archives answer late, or not at all for a
 * while: nobody else can give what all others have let go of.
 */
export function drawSlowArchives(
  { odds, faults }: Pick<ScenarioSpace, 'odds' | 'faults'>,
  { archives, horizon }: Archived,
  draw: Draw,
): readonly Fault[] {
  const kinds = (Object.keys(WEIGHTS) as Kind[]).filter((kind) => faults[kind].greatest > 0);
  const [first] = kinds;
  if (archives.length === 0 || first === undefined) return [];
  const [takesPart, { drawn, some, when, delay, lasting }] = draw(
    'faults/archives',
    fc.tuple(chance(Math.min(1, odds * ODDS)), hindrances),
  );
  if (!takesPart) return [];
  const kind = kinds.includes(drawn) ? drawn : first;
  const nodes = some(archives);
  const at = { moment: when({ horizon }), for: lasting };
  if (kind === 'cut' || kind === 'clog') {
    return [{ id: 'archives-1', kind, from: nodes, to: ['*'], direction: 'two-way', ...at }];
  }
  return nodes.map((node, index): Fault => {
    const id = `archives-${index + 1}`;
    return kind === 'slow' ? { id, kind, node, delay, ...at } : { id, kind, node, ...at };
  });
}
