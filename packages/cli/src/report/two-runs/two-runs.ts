import { counted } from '@quorate/protocol';
import { isSwapped } from '../../against/compare-happenings.ts';
import type { Difference } from '../../against/data-differences.ts';
import type { Happening } from '../../against/happenings.ts';
import type { Nearest } from '../../against/nearest.ts';
import { partingDifferences } from '../../against/parting-differences.ts';
import type { ComparedRun, TwoRuns } from '../../against/two-runs.ts';
import { fateText, happeningText } from '../../against/words.ts';
import type { Colors } from '../../output/terminal.ts';
import { COLUMNS, type Pair, renderWrappedPairs, wrapped } from '../pairs.ts';
import { section } from '../section.ts';
import { type Column, renderTable } from '../table.ts';
import { about, cut, short } from '../words.ts';

/** How many differences, and how many outcomes, are shown. */
const SHOWN = 20;
/** How much of a value is shown, and how much of one in a table. */
const LONGEST = 110;
const LONGEST_CELL = 60;

const OUTCOME_COLUMNS: readonly Column[] = [
  { title: 'how it ended', align: 'left' },
  { title: 'this run', align: 'left' },
  { title: 'the other run', align: 'left' },
];

/** Tells people where two runs part, and in what else they differ. */
export function renderTwoRuns(two: TwoRuns, colors: Colors): string {
  const differences = differenceLines(two).map((line) => folded(line, '  '));
  const parting = renderWrappedPairs(partingPairs(two));
  return [
    `${runLines('this run', two.own, colors)}${runLines('the other run', two.other, colors)}\n`,
    section('what the scenarios say differently', differences.join(''), colors),
    section('where the runs part', parting, colors),
    outcomeTable(two, colors),
  ].join('');
}

/** Says how a run ended, and below that which run it is: a path may be long. */
function runLines(label: string, { how, run, recorded }: ComparedRun, colors: Colors): string {
  const { verdict, events, virtualNanos } = recorded.result;
  const isExpected = run.causes.length === 0;
  const ending = isExpected ? colors.green('as expected') : colors.red('not as expected');
  const length = `${counted(events, 'event')}, ${about(virtualNanos)}`;
  return `${label.padEnd(13)}  ${verdict}, ${ending}, ${length}\n${folded(how, ' '.repeat(15))}`;
}

/** Gives a text in lines that fit a terminal; those after the first are indented by two more. */
function folded(text: string, indent: string): string {
  const lines = wrapped(text, COLUMNS - indent.length - 2);
  return `${indent}${lines.join(`\n${indent}  `)}\n`;
}

/** Says in lines what the scenarios of two runs say differently. */
export function differenceLines({ differences, own, other }: TwoRuns): readonly string[] {
  if (differences.length === 0) {
    const isSame = own.recorded.result.traceHash === other.recorded.result.traceHash;
    return [isSame ? 'nothing' : 'nothing: only what is drawn during the run differs'];
  }
  const rest = differences.length - SHOWN;
  return [
    ...differences.slice(0, SHOWN).map(differenceLine),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ];
}

function differenceLine({ where, own, other }: Difference): string {
  if (other === undefined) return `only this run has ${where}: ${shown(own)}`;
  if (own === undefined) return `only the other run has ${where}: ${shown(other)}`;
  return `${where}: ${shown(own)} in this run, ${shown(other)} in the other`;
}

function shown(text = ''): string {
  return cut(text, LONGEST);
}

/** Says where two runs part, and what each of them does there. */
export function partingPairs(two: TwoRuns): readonly Pair[] {
  const { parting, common, own, other } = two.comparison;
  const all = counted(own.happenings.length, 'happening');
  if (parting === undefined) return [['nowhere', `both have the same ${all}`]];
  const { shared, last } = parting;
  const said = partingDifferences(parting, two.own.recorded, two.other.recorded);
  return [
    [
      'after',
      shared === 0
        ? 'nothing: they part at once'
        : `${counted(shared, 'happening')} that both have`,
    ],
    ...(last === undefined ? [] : [['last in both', lineOf(last, two.own)] as const]),
    ['this run', sideLine(two, 'own')],
    ['the other run', sideLine(two, 'other')],
    ...(said.length === 0 ? [] : [['what differs', saidLine(said)] as const]),
    ...(isSwapped(two.comparison)
      ? [['what differs', 'only which of these two comes first: next comes the other'] as const]
      : []),
    [
      'in all',
      `${common} of the ${all} of this run are in the other, which has ${other.happenings.length}`,
    ],
  ];
}

/** How many differences of two messages are shown. */
const SAID = 3;

function saidLine(said: readonly Difference[]): string {
  const rest = said.length - SAID;
  const lines = said.slice(0, SAID).map((each) => differenceLine(withShortIds(each)));
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/** The digits of an id, or of something longer. */
const IDS = /\b[0-9a-f]{64,}\b/g;

/** Shortens the ids in a difference, unless both sides would then read the same. */
export function withShortIds({ where, own, other }: Difference): Difference {
  const [ownShort, otherShort] = [own, other].map((text) => text?.replace(IDS, short));
  const isTold = ownShort !== otherShort;
  return {
    where,
    ...(own === undefined ? {} : { own: isTold ? (ownShort ?? own) : own }),
    ...(other === undefined ? {} : { other: isTold ? (otherShort ?? other) : other }),
  };
}

/** Says in a line what one of two runs does where they part, and what becomes of it in the other. */
function sideLine({ comparison, ...runs }: TwoRuns, side: 'own' | 'other'): string {
  const happening = comparison.parting?.[side];
  if (happening === undefined) return 'nothing more happens';
  const [beyond, place] =
    side === 'own' ? (['other', 'the other run'] as const) : (['own', 'this run'] as const);
  const fate = fateText(happening, comparison[side], comparison[beyond]);
  const line = lineOf(happening, runs[side]);
  return fate === undefined ? line : `${line}; in ${place} it ${fate}`;
}

function lineOf(happening: Happening, { recorded }: ComparedRun): string {
  const { event, at } = happening;
  return `event ${event}, ${about(at)}: ${happeningText(happening, recorded)}`;
}

function outcomeTable({ outcomes }: TwoRuns, colors: Colors): string {
  if (outcomes.length === 0) return '';
  const rows = outcomes
    .slice(0, SHOWN)
    .map(({ what, own = 'not tried', other = 'not tried' }) =>
      [what, own, other].map((text) => cut(text, LONGEST_CELL)),
    );
  const rest = outcomes.length - SHOWN;
  const table = renderTable(OUTCOME_COLUMNS, rows, colors);
  return rest > 0 ? `${table}  and ${rest} more\n` : table;
}

/** How many further runs are named. */
const NAMED = 5;

/** Says which run is nearest, and names further ones that end otherwise. */
export function renderNearest({ found, tried }: Nearest): string {
  const [nearest, ...others] = found;
  const runs = counted(tried, 'run');
  if (nearest === undefined) return `none of the ${runs} that were tried ends otherwise\n`;
  const hows = new Map(others.map(({ neighbour, shared }) => [neighbour.how, shared]));
  hows.delete(nearest.neighbour.how);
  const lines = [...hows]
    .slice(0, NAMED)
    .map(([how, shared]) => folded(`${how}: ${sharedText(shared)}`, '  '));
  const also =
    lines.length === 0 ? '' : `so does it in these, which part earlier\n${lines.join('')}`;
  const first = `${nearest.neighbour.how} it ends otherwise: the nearest of ${runs} tried`;
  return `${folded(first, '')}${also}\n`;
}

function sharedText(shared: number): string {
  return Number.isFinite(shared) ? `after ${counted(shared, 'happening')}` : 'nowhere';
}
