import { counted } from '@quorate/protocol';
import type { Blame, BlamePoint } from '../blame/trace-blame.ts';
import type { Colors } from '../output/terminal.ts';
import { renderEvents } from './events.ts';
import type { Occurrence } from './occurrences.ts';
import { type Column, renderTable } from './table.ts';
import { about } from './words.ts';

const COLUMNS: readonly Column[] = [
  { title: 'event', align: 'right' },
  { title: 'time', align: 'right' },
  { title: 'share', align: 'right' },
  { title: 'runs that fail alike', align: 'left' },
];

/** What is shown for an event at which nothing is recorded. */
const UNTRACED =
  'no correct node took a step there, and no message was lost: a liar may have acted\n';

/** The number of characters that stand for all runs. */
const BAR = 20;

/**
 * Shows how likely a failure was over the course of its run, and what happened where that rose
 * most, if it rose.
 */
export function renderShares(
  blame: Blame,
  happened: readonly Occurrence[],
  colors: Colors,
): string {
  const { oracle, branches, points, rise, isWhole } = blame;
  if (points.length === 0) return '';
  const rows = points.map((point) => rowOf(point, colors));
  if (rise === undefined) {
    const luckless = points.every(({ share }) => share === 1);
    if (luckless) {
      return (
        `${colors.bold(oracle)} breaks in every run with other luck, from before the first event on: ` +
        `look at what the scenario states, with --step\n`
      );
    }
    const table = `${headOf(blame, colors)}${renderTable(COLUMNS, rows, colors)}`;
    const none = `no rise stands out from chance among ${counted(branches, 'run')} per event: no single event decided it, or it takes more --branches to tell\n`;
    return isWhole ? `${table}\n${none}` : table;
  }
  const { from, to } = rise;
  const percents = `from ${percent(from)} to ${percent(to)}`;
  const where = to.event - from.event === 1 ? `at event ${to.event}` : `by event ${to.event}`;
  const shown = happened.length > 0 ? renderEvents(happened, colors).join('') : UNTRACED;
  return [
    headOf(blame, colors),
    renderTable(COLUMNS, rows, colors),
    `\nit rises most clearly ${where}, ${percents}\n`,
    shown,
  ].join('');
}

function headOf({ oracle, branches }: Blame, colors: Colors): string {
  return `${colors.bold(oracle)}, with other luck after an event, ${counted(branches, 'run')} each\n\n`;
}

function rowOf(point: BlamePoint, colors: Colors): readonly string[] {
  const { event, at, share } = point;
  return [`${event}`, about(at), percent(point), colors.red('█'.repeat(Math.round(share * BAR)))];
}

function percent({ share }: BlamePoint): string {
  return `${Math.round(share * 100)} %`;
}
