import type { RunResult } from '../run-result.ts';

/**
 * Lists which faults and Byzantine acts took effect in a run, and which situations occurred
 * together with each of them. A search cannot see this in the state of validators alone.
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
