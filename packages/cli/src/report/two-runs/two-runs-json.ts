import type { Happening } from '../../against/happenings.ts';
import type { Nearest } from '../../against/nearest.ts';
import { partingDifferences } from '../../against/parting-differences.ts';
import type { ComparedRun, TwoRuns } from '../../against/two-runs.ts';
import { happeningText } from '../../against/words.ts';

/** Gives what a search for the nearest run has found, for programs; `shared` is null for no parting. */
export function searchJson(nearest: Nearest | undefined) {
  const found = nearest?.found ?? [];
  return {
    tried: nearest?.tried,
    otherwise: found.map(({ neighbour, shared }) => ({
      how: neighbour.how,
      shared: Number.isFinite(shared) ? shared : null,
    })),
  };
}

/** Gives two compared runs for programs. */
export function twoRunsJson(two: TwoRuns, nearest: Nearest | undefined) {
  const { own, other, differences, outcomes, comparison } = two;
  const { parting, common } = comparison;
  return {
    own: runJson(own, comparison.own.happenings.length),
    other: runJson(other, comparison.other.happenings.length),
    differences,
    common,
    ...(parting === undefined
      ? {}
      : {
          parting: {
            shared: parting.shared,
            last: happeningJson(parting.last, own),
            own: happeningJson(parting.own, own),
            other: happeningJson(parting.other, other),
            differences: partingDifferences(parting, own.recorded, other.recorded),
          },
        }),
    outcomes,
    ...(nearest === undefined ? {} : { search: searchJson(nearest) }),
  };
}

function runJson({ how, run, recorded }: ComparedRun, happenings: number) {
  const { name, seed, verdict, traceHash, events, virtualNanos } = recorded.result;
  const { file, causes } = run;
  return { file, name, seed, how, verdict, causes, traceHash, events, virtualNanos, happenings };
}

function happeningJson(happening: Happening | undefined, { recorded }: ComparedRun) {
  if (happening === undefined) return undefined;
  const { what, event, at } = happening;
  return { what, event, at, text: happeningText(happening, recorded) };
}
