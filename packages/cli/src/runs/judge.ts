import { hasExpectedVerdict, type RunResult } from '@quorate/simulator';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes } from '../exit-code.ts';

/** A finished run, and what it means for the caller. */
export interface JudgedRun {
  readonly file: string;
  readonly result: RunResult;
  /** A second run with the same seed, if one was requested. */
  readonly repetition: Repetition | undefined;
  /** Everything that went wrong; empty for a run that passed. */
  readonly causes: readonly ExitCode[];
}

/**
 * The comparison of a run with its repetition; `differences` names the parts of the result that
 * differ.
 */
export interface Repetition {
  readonly traceHash: string;
  readonly differences: readonly string[];
}

/** Judges one run. */
export function judge(
  file: string,
  result: RunResult,
  repetition: Repetition | undefined,
): JudgedRun {
  const hasDiverged = repetition !== undefined && repetition.differences.length > 0;
  const causes = [
    ...(hasExpectedVerdict(result) ? [] : [causeOf(result)]),
    ...(result.failedExpectations.length > 0 ? [exitCodes.failed] : []),
    ...(hasDiverged ? [exitCodes.nondeterminism] : []),
    ...(hasDrifted(result) ? [exitCodes.drift] : []),
  ];
  return { file, result, repetition, causes };
}

/** Tells whether a run of a frozen scenario differs from the recorded one. */
export function hasDrifted({ traceHash, recordedTraceHash }: RunResult): boolean {
  return recordedTraceHash !== undefined && recordedTraceHash !== traceHash;
}

/** Gives the exit code for a verdict that the scenario does not expect. */
function causeOf({ verdict }: RunResult): ExitCode {
  switch (verdict) {
    case 'pass':
      return exitCodes.noViolation;
    case 'liveness':
      return exitCodes.liveness;
    case 'unknown':
      return exitCodes.unknown;
    default:
      return exitCodes.failed;
  }
}

/**
 * The parts of a result in which runs of one seed may differ: they say how it was computed, not
 * what.
 */
const MEANS: readonly string[] = ['crypto', 'ed25519'] satisfies (keyof RunResult)[];

/** Compares two runs of one seed, part by part. */
export function compareRuns(first: RunResult, second: RunResult): Repetition {
  const parts = Object.keys(first) as (keyof RunResult)[];
  return {
    traceHash: second.traceHash,
    differences: parts.filter(
      (part) => !MEANS.includes(part) && toJson(first[part]) !== toJson(second[part]),
    ),
  };
}

/** Gives a value as JSON; bigints become decimal text. */
export function toJson(value: unknown, indent?: number): string {
  const write = (_: string, item: unknown) => (typeof item === 'bigint' ? item.toString() : item);
  return JSON.stringify(value, write, indent);
}
