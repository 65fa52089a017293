import type { RunResult } from '@quorate/simulator';
import type { SeedRun } from './seed-run.ts';

/** The runs that failed in one way. */
export interface FailureGroup {
  /** What went wrong, in a word or two. */
  readonly name: string;
  readonly runs: number;
  /** The run with the lowest seed among them. */
  readonly first: SeedRun;
}

/** The sums of many runs. */
export interface Tally {
  readonly runs: number;
  readonly failed: number;
  /** Each verdict with its number of runs, in descending order of that number. */
  readonly verdicts: readonly (readonly [verdict: string, runs: number])[];
  /** In the order of their names. */
  readonly failures: readonly FailureGroup[];
  /** How often all runs together reached each situation. */
  readonly situations: RunResult['situations'];
}

/** Adds up runs, which come in the order of their seeds. */
export function tally(runs: readonly SeedRun[]): Tally {
  const verdicts = new Map<string, number>();
  const groups = new Map<string, FailureGroup>();
  const situations = new Map<RunResult['situations'][number]['name'], number>();
  for (const run of runs) {
    verdicts.set(run.verdict, (verdicts.get(run.verdict) ?? 0) + 1);
    for (const { name, count } of run.situations) {
      situations.set(name, (situations.get(name) ?? 0) + count);
    }
    if (run.failure === undefined) continue;
    const { runs: before, first } = groups.get(run.failure) ?? { runs: 0, first: run };
    groups.set(run.failure, { name: run.failure, runs: before + 1, first });
  }
  const failures = [...groups.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    runs: runs.length,
    failed: failures.reduce((sum, group) => sum + group.runs, 0),
    verdicts: [...verdicts].toSorted(byRuns),
    failures,
    situations: [...situations].map(([name, count]) => ({ name, count })),
  };
}

function byRuns([one, more]: readonly [string, number], [other, less]: readonly [string, number]) {
  return less - more || (one < other ? -1 : 1);
}
