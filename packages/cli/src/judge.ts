import { hasExpectedVerdict, type RunResult } from '@quorate/simulator';
import type { ExitCode } from './exit-code.ts';
import { exitCodes } from './exit-code.ts';

/** Hold a finished run with what it means for whoever asked for it. */
export interface JudgedRun {
  readonly file: string;
  readonly result: RunResult;
  /** A second run with the same seed, where one was asked for. */
  readonly repetition: Repetition | undefined;
  /** Everything that went wrong; empty for a run that passed. */
  readonly causes: readonly ExitCode[];
}

/** Compare a run with its repetition; `differences` names the parts of the result that differ. */
export interface Repetition {
  readonly traceHash: string;
  readonly differences: readonly string[];
}

/** Judge one run. */
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

/** Tell whether a run of a frozen scenario is not the one that was recorded. */
export function hasDrifted({ traceHash, recordedTraceHash }: RunResult): boolean {
  return recordedTraceHash !== undefined && recordedTraceHash !== traceHash;
}

/** Name what a verdict that nobody expected amounts to. */
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

/** Name the parts of a result in which runs of one seed may differ: how, not what was computed. */
const MEANS: readonly string[] = ['crypto', 'ed25519'] satisfies (keyof RunResult)[];

/** Compare two runs of one seed, part by part. */
export function compareRuns(first: RunResult, second: RunResult): Repetition {
  const parts = Object.keys(first) as (keyof RunResult)[];
  return {
    traceHash: second.traceHash,
    differences: parts.filter(
      (part) => !MEANS.includes(part) && toJson(first[part]) !== toJson(second[part]),
    ),
  };
}

/** Write a value as JSON; bigints become decimal text. */
export function toJson(value: unknown, indent?: number): string {
  const write = (_: string, item: unknown) => (typeof item === 'bigint' ? item.toString() : item);
  return JSON.stringify(value, write, indent);
}
