import type { RawScenario } from '../../scenario/raw-scenario.ts';
import { thinned } from '../thinned.ts';

/** Leaves out changes of committee, the members that they need, and validators that nobody names any more. */
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
    for (const members of thinned(change.members)) {
      yield { ...document, changes: changes.with(index, { ...change, members }) };
    }
  }
  for (let count = 0; count < candidates; count += 1) {
    yield { ...document, cluster: { ...cluster, candidates: count } };
  }
}
