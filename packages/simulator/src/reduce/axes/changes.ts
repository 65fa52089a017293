import { nodeNames } from '../../scenario/cluster/names.ts';
import type { RawScenario } from '../../scenario/scenario.ts';
import { thinned } from '../thinned.ts';
import { withValidators } from './committee.ts';

/** Leaves out changes of committee, members of them, and candidates that no change names. */
export function* fewerChanges(document: RawScenario): Iterable<RawScenario> {
  const { changes = [], cluster } = document;
  const { candidates = 0 } = cluster;
  for (const fewer of thinned(changes)) {
    yield { ...document, changes: fewer, cluster: { ...cluster, candidates: 0 } };
    yield { ...document, changes: fewer };
  }
  for (const [index, change] of changes.entries()) {
    const { deliver: _, ...driven } = change;
    if (change.deliver !== undefined) yield { ...document, changes: changes.with(index, driven) };
    if (typeof change.at !== 'string') {
      const { when: _when, ...rest } = change;
      yield { ...document, changes: changes.with(index, { ...rest, at: '0 ms' }) };
    }
    for (const members of thinned(change.members)) {
      yield { ...document, changes: changes.with(index, { ...change, members }) };
    }
  }
  for (let count = 0; count < candidates; count += 1) {
    yield { ...document, cluster: { ...cluster, candidates: count } };
  }
  // A candidate that a change names may be numbered after others that no change names.
  const names = nodeNames(cluster.validators, 0, candidates);
  const seated = new Set(changes.flatMap(({ members }) => members));
  const named = names.candidates.filter((name) => seated.has(name));
  if (named.length < candidates) yield withValidators(document, names.validators, named);
}
