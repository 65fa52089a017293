import type { JudgedRun } from '../judge.ts';
import { toJson } from '../judge.ts';

/**
 * Write all runs as one JSON object on one line.
 *
 * Shape: { scenarios: [{ file, passed, causes, deterministic?, …RunResult }], passed, failed,
 * mistakes }. `causes` are exit codes; bigints are decimal text; `deterministic` is there when it
 * was checked; `mistakes` are lines about scenario files that could not be loaded.
 */
export function renderSummary(runs: readonly JudgedRun[], mistakes: readonly string[]): string {
  const scenarios = runs.map(({ file, result, causes, repetition }) => ({
    file,
    passed: causes.length === 0,
    causes,
    ...(repetition === undefined ? {} : { deterministic: repetition.differences.length === 0 }),
    ...result,
  }));
  const passed = scenarios.filter((scenario) => scenario.passed).length;
  return `${toJson({ scenarios, passed, failed: runs.length - passed, mistakes })}\n`;
}
