import type { SearchReport } from '@quorate/fuzzer';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { ExaminedFinding } from './findings.ts';
import type { FuzzPlan } from './plan.ts';

/** Why a search ended. */
export type Stop = 'runs' | 'time' | 'failures' | 'interrupt' | 'lost';

/** Hold a search that has ended, and what became of what it found. */
export interface FinishedFuzz {
  readonly plan: FuzzPlan;
  readonly report: SearchReport;
  /** By the order of their first runs. */
  readonly findings: readonly ExaminedFinding[];
  readonly stop: Stop;
  /** Of real time, for the search alone. */
  readonly seconds: number;
  /** The corpus, where one is kept. */
  readonly corpus:
    | {
        readonly folder: string;
        /** How many of its scenarios were run first. */
        readonly tried: number;
        /** How many show, between them, every shape seen. */
        readonly kept: number;
        readonly added: number;
        /** How many of the search's own files went, because others show what they showed. */
        readonly removed: number;
      }
    | undefined;
  /** What should have occurred and did not; empty where there were too few runs to tell. */
  readonly missed: Missed;
  /** Everything that went wrong; empty for a search that found nothing. */
  readonly causes: readonly ExitCode[];
}

/** Hold what no run of a search did. */
export interface Missed {
  /** Situations that runs are meant to get into. */
  readonly situations: readonly string[];
  /** Invariants that had nothing to check. */
  readonly invariants: readonly string[];
}

/**
 * How many runs it takes before something that never occurred says that the search is blind.
 *
 * The rarest situation comes about once in 1,000 runs: it stays away from 20,000 once in 10^8 searches.
 */
const TELLING_RUNS = 20_000;

/** What takes two certificates for one nonce: with at most f liars, that would be a violation. */
const BEYOND_ONLY: readonly string[] = ['evidence-kept'];

/** What takes changes of committee, and how many of them within one run. */
const BY_CHANGES: Readonly<Partial<Record<string, number>>> = {
  'refused-at-epoch-end': 1,
  merged: 1,
  'merged-lock': 1,
  'merged-contest': 1,
  'signed-again': 1,
  'settled-across-epochs': 1,
  'change-upon-change': 2,
  'change-completes': 1,
};

/** Lists what should have occurred and did not; nothing where there were too few runs to tell. */
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

/** Lists the situations that no run got into. */
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
