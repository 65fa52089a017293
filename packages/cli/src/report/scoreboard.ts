import { counted } from '@quorate/protocol';
import type { ExitCode } from '../exit-code.ts';
import type { CoreFailure } from '../fuzz/hunt.ts';
import { median, medianSize, type Score } from '../fuzz/scoreboard.ts';
import type { Colors } from '../output/terminal.ts';
import { toJson } from '../runs/judge.ts';
import { searchLabel } from './search-label.ts';
import { type Column, renderTable } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'mutant', align: 'left' },
  { title: 'rule', align: 'left' },
  { title: 'runs', align: 'right' },
  { title: 'seconds', align: 'right' },
  { title: 'operations', align: 'right' },
  { title: 'faults', align: 'right' },
  { title: 'acts', align: 'right' },
  { title: 'killed by', align: 'left' },
];

/** Reports the scores of the mutants: a row for each, then what survived and why. */
export function renderScoreboard(
  scores: readonly Score[],
  causes: readonly ExitCode[],
  colors: Colors,
): string {
  const survivors = scores.filter(({ isKilled }) => !isKilled);
  const failures = coreFailures(scores);
  const { killed, total, size, shrinkSeconds } = totals(scores);
  const shrunk =
    size === undefined || shrinkSeconds === undefined
      ? ''
      : `, shrunk to ${sizeText(size)} in ${shrinkSeconds.toFixed(1)} s (medians)`;
  return [
    renderTable(COLUMNS, scores.map(rowOf), colors),
    '\n',
    ...survivors.map(({ mutant, hunts }) => {
      const runs = hunts.reduce((sum, each) => sum + each.runs, 0);
      const why = mutant.survives ?? `${mutant.title}; nobody knows why it is not found`;
      return `${colors.red('survived')} ${mutant.id} (${counted(runs, 'run')}): ${why}\n`;
    }),
    ...failures.map(
      ({ cause, scenario }) =>
        `${colors.red('the right core fails, too')}: ${cause}, in ${scenario}\n`,
    ),
    `${searchLabel(causes, colors)}  ${killed} of ${total} mutants killed${shrunk}\n`,
  ].join('');
}

function sizeText({ operations, faults, acts }: NonNullable<Score['size']>): string {
  const parts = [counted(operations, 'operation'), counted(faults, 'fault'), counted(acts, 'act')];
  return parts.join(', ');
}

/** Tells whether a mutant was killed, or it is known why it survives. */
export function isExplained({ isKilled, mutant }: Score): boolean {
  return isKilled || mutant.survives !== undefined;
}

/** Lists how the right core failed in scenarios that were to convict a mutant. */
export function coreFailures(scores: readonly Score[]): readonly CoreFailure[] {
  return scores.flatMap(({ hunts }) => hunts.flatMap(({ core }) => core ?? []));
}

function rowOf({ mutant, isKilled, runs, seconds, size, oracles }: Score): readonly string[] {
  return [
    mutant.isHard === true ? `${mutant.id} (hard)` : mutant.id,
    mutant.rule,
    runs === undefined ? '' : `${runs}`,
    seconds === undefined ? '' : seconds.toFixed(1),
    ...(['operations', 'faults', 'acts'] as const).map((part) => `${size?.[part] ?? ''}`),
    isKilled ? oracles.join(', ') : 'survived',
  ];
}

function totals(scores: readonly Score[]) {
  const killed = scores.filter(({ isKilled }) => isKilled);
  return {
    killed: killed.length,
    total: scores.length,
    size: medianSize(killed.flatMap(({ size }) => size ?? [])),
    runs: median(killed.flatMap(({ runs }) => runs ?? [])),
    seconds: median(killed.flatMap(({ seconds }) => seconds ?? [])),
    shrinkSeconds: median(killed.flatMap(({ shrinkSeconds }) => shrinkSeconds ?? [])),
  };
}

/**
 * Gives the scoreboard as one JSON object on one line; `left` mutants were not hunted to the end.
 *
 * Shape: { killed, total, left, size, runs, seconds, shrinkSeconds, mutants: [{ id, title, rule,
 * killed, oracles, runs, seconds, size, shrinkSeconds, survives?, hunts: [{ runs, seconds, killed,
 * core? }] }] }; sizes, runs and seconds are medians.
 */
export function renderScoreboardSummary(scores: readonly Score[], left: number): string {
  const mutants = scores.map(({ mutant, isKilled, hunts, ...score }) => ({
    ...mutant,
    killed: isKilled,
    ...score,
    hunts: hunts.map(({ kill, ...given }) => ({ ...given, killed: kill !== undefined })),
  }));
  const { killed, total, ...medians } = totals(scores);
  return `${toJson({ killed, total, left, ...medians, mutants })}\n`;
}

/** Gives one line of a trend: the time, the version, the commit, and the sums of the scoreboard. */
export function trendLine(
  scores: readonly Score[],
  of: { readonly at: string; readonly version: string; readonly commit: string | undefined },
): string {
  const survivors = scores.flatMap(({ isKilled, mutant }) => (isKilled ? [] : [mutant.id]));
  return `${toJson({ ...of, ...totals(scores), survivors })}\n`;
}
