import type { RunResult } from '../run-result.ts';

/**
 * Tells which faults and Byzantine acts took effect in a run, and which situations it got into beside
 * each of them: what a search cannot see in the state of validators alone.
 */
export function runShapes({
  faults,
  situations,
}: Pick<RunResult, 'faults' | 'situations'>): readonly string[] {
  const kinds = new Set(faults.flatMap(({ kind, at }) => (at === undefined ? [] : [kind])));
  const met = situations.flatMap(({ name, count }) => (count > 0 ? [name] : []));
  return [...kinds].flatMap((kind) => [
    `beside ${kind}`,
    ...met.map((situation) => `${situation} beside ${kind}`),
  ]);
}
