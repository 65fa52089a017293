import type { Setting } from '@quorate/simulator';
import { toJson } from '../runs/judge.ts';
import { setTexts } from '../runs/scenario-files.ts';
import type { FailedRun } from './failure.ts';

/**
 * Gives all runs as one JSON object on one line.
 *
 * Shape: { scenarios: [{ file, set?, passed, causes, deterministic?, artefacts?, …RunResult }],
 * passed, failed, mistakes }. `set` is what `--set` was given; `causes` are exit codes; bigints are
 * decimal text; `deterministic` is there if the run was repeated; `artefacts` is the folder of the
 * artefacts of a failure; `mistakes` are lines about scenario files that could not be loaded.
 */
export function renderSummary(
  runs: readonly FailedRun[],
  mistakes: readonly string[],
  settings: readonly Setting[] = [],
): string {
  const scenarios = runs.map(({ file, result, causes, repetition, artefacts }) => ({
    file,
    ...setTexts(settings),
    passed: causes.length === 0,
    causes,
    ...(repetition === undefined ? {} : { deterministic: repetition.differences.length === 0 }),
    ...(artefacts === undefined ? {} : { artefacts }),
    ...result,
  }));
  const passed = scenarios.filter((scenario) => scenario.passed).length;
  return `${toJson({ scenarios, passed, failed: runs.length - passed, mistakes })}\n`;
}
