import type { Path } from '../../scenario/diagnostic.ts';
import type { RawScenario } from '../../scenario/scenario.ts';
import { thinned } from '../thinned.ts';
import { withoutPlaces } from '../tree.ts';

/** Leaves out what clients do: whole entries, steps, operations of a batch. */
export function* fewerSteps(document: RawScenario): Iterable<RawScenario> {
  for (const workload of thinned(document.workload)) yield { ...document, workload };
  yield* withFewer(document, stepPlaces(document));
  yield* withFewer(document, batchedPlaces(document));
}

function* withFewer(document: RawScenario, places: readonly Path[]): Iterable<RawScenario> {
  for (const kept of thinned(places)) {
    const stays = new Set(kept);
    yield withoutPlaces(
      document,
      places.filter((place) => !stays.has(place)),
    );
  }
}

function stepPlaces({ workload }: RawScenario): readonly Path[] {
  return workload.flatMap(({ steps }, entry) =>
    steps.map((_, index): Path => ['workload', entry, 'steps', index]),
  );
}

function batchedPlaces({ workload }: RawScenario): readonly Path[] {
  return workload.flatMap(({ steps }, entry) =>
    steps.flatMap((step, index) =>
      step.op === 'batch'
        ? step.steps.map((_, at): Path => ['workload', entry, 'steps', index, 'steps', at])
        : [],
    ),
  );
}
