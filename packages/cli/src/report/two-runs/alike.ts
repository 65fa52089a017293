import type { RunResult } from '@quorate/simulator';

/** An expectation of a scenario that was not met. */
type Missed = RunResult['failedExpectations'][number];

/** How many validators are named if all of them hold the same. */
const NAMED = 4;

/**
 * Joins expectations that several validators miss alike: `balances.bob at v1 v2`. If there are more
 * than a few validators, the first are named, and the others counted.
 */
export function joinAlike(missed: readonly Missed[]): readonly Missed[] {
  const groups = new Map<string, { readonly first: Missed; readonly nodes: string[] }>();
  for (const each of missed) {
    const [, path = each.expectation, node] = /^(.*) at (\S+)$/.exec(each.expectation) ?? [];
    const key = JSON.stringify([path, each.expected, each.actual]);
    const group = groups.get(key) ?? { first: { ...each, expectation: path }, nodes: [] };
    groups.set(key, group);
    if (node !== undefined) group.nodes.push(node);
  }
  return [...groups.values()].map(({ first, nodes }) =>
    nodes.length === 0
      ? first
      : { ...first, expectation: `${first.expectation} at ${named(nodes)}` },
  );
}

function named(nodes: readonly string[]): string {
  if (nodes.length <= NAMED) return nodes.join(' ');
  const shown = nodes.slice(0, NAMED - 1);
  return `${shown.join(' ')} and ${nodes.length - shown.length} more`;
}
