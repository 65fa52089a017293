import type { SearchReport } from '@quorate/fuzzer';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { ExaminedFinding } from './findings.ts';
import type { FuzzPlan } from './plan.ts';

/** Why a search ended. */
export type Stop = 'runs' | 'time' | 'failures' | 'interrupt' | 'lost';

/** A search that has ended, with its findings examined. */
export interface FinishedFuzz {
  readonly plan: FuzzPlan;
  readonly report: SearchReport;
  /** In the order of their first runs. */
  readonly findings: readonly ExaminedFinding[];
  readonly stop: Stop;
  /** In real time, for the search alone. */
  readonly seconds: number;
  /** The corpus, if one is kept. */
  readonly corpus:
    | {
        readonly folder: string;
        /** How many of its scenarios were run first. */
        readonly tried: number;
        /** How many of its scenarios show, between them, every shape seen. */
        readonly kept: number;
        readonly added: number;
        /** How many files of searches were removed, because others show what they showed. */
        readonly removed: number;
      }
    | undefined;
  /** What should have occurred and did not; empty if there were too few runs to tell. */
  readonly missed: Missed;
  /** Everything that went wrong; empty for a search that found nothing. */
  readonly causes: readonly ExitCode[];
}

/** What never occurred in a search. */
export interface Missed {
  /** Situations that runs should reach. */
  readonly situations: readonly string[];
  /** Invariants that had nothing to check. */
  readonly invariants: readonly string[];
}

/**
 * From this many runs on, something that never occurred means that the search is blind.
 *
 * The rarest situation occurs once in 1,000 runs; fewer than one in 10^8 searches lacks it after
 * 20,000.
 */
const TELLING_RUNS = 20_000;

/**
 * Situations that take two certificates for one nonce: with at most f liars, that would be a
 * violation.
 */
const BEYOND_ONLY: readonly string[] = ['evidence-kept'];

/** Situations that take changes of committee, with how many of them it takes within one run. */
const BY_CHANGES: Readonly<Partial<Record<string, number>>> = {
  'refused-at-epoch-end': 1,
  merged: 1,
  'merged-lock': 1,
  'merged-contest': 1,
  'signed-again': 1,
  'settled-across-epochs': 1,
  'late-pushed': 1,
  'restart-between-epochs': 1,
  'request-too-young': 1,
  'former-key-refused': 1,
  'change-upon-change': 2,
  'change-completes': 1,
};

/** Lists what should have occurred and did not; nothing if there were too few runs to tell. */
export function missedBy(
  { runs, situations, idle }: SearchReport,
  { space: { profile, changes } }: Pick<FuzzPlan, 'space'>,
): Missed {
  if (runs < TELLING_RUNS) return { situations: [], invariants: [] };
  const isOwed = (name: string) =>
    (profile === 'beyond' || !BEYOND_ONLY.includes(name)) &&
    (BY_CHANGES[name] ?? 0) <= changes.greatest;
  return { situations: neverMet(situations).filter(isOwed), invariants: idle.filter(isOwed) };
}

/** Lists the situations that no run reached. */
export function neverMet(situations: SearchReport['situations']): readonly string[] {
  return [...situations].flatMap(([name, times]) => (times === 0 ? [name] : []));
}

/** Lists everything that went wrong in a search. */
export function causesOf({
  findings,
  missed,
  stop,
  report,
}: Pick<FinishedFuzz, 'findings' | 'missed' | 'stop' | 'report'>): readonly ExitCode[] {
  const isBlind = report.runs === 0 || missed.situations.length + missed.invariants.length > 0;
  const causes = [
    ...findings.flatMap((finding) => finding.causes),
    ...(stop === 'lost' ? [exitCodes.environment] : []),
    ...(stop === 'interrupt' ? [exitCodes.interrupted] : []),
    ...(isBlind ? [exitCodes.unknown] : []),
  ];
  return [...new Set(causes)];
}
