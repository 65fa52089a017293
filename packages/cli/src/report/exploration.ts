import { counted } from '@quorate/protocol';
import { type Exploration, unexcused, type Written } from '@quorate/simulator';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Colors } from '../output/terminal.ts';
import { renderEvents } from './events.ts';
import { type FailedRun, renderBlame, replayLine, rule } from './failure.ts';
import { firstBreaches } from './occurrences.ts';
import { labelWidth, type Pair, renderPairs, renderWrappedPairs } from './pairs.ts';
import { renderTitle, section } from './section.ts';
import { renderTable } from './table.ts';

/** What an exploration means, and what was kept of it. */
export interface ExplorationEnd {
  readonly code: ExitCode;
  /** The run of the scenario that was made of a violation; undefined if there is none. */
  readonly kept: FailedRun | undefined;
}

/** Reports an exploration: its size, how it can end, and what leads to a violation. */
export function renderExploration(
  found: Exploration,
  { code, kept }: ExplorationEnd,
  colors: Colors,
): string {
  return [
    `${renderTitle(found, colors)}\n${colors.dim(`every order of events, ${allowed(found)}`)}\n\n`,
    section('Explored', pairs(sizes(found)), colors),
    section('Ends', renderEnds(found, colors), colors),
    section(wayTitle(found), renderWay(found, colors), colors),
    renderViolations(found, kept, colors),
    verdictLine(found, code, colors),
  ].join('');
}

function pairs(all: readonly Pair[]): string {
  return renderPairs(all, labelWidth(all));
}

/** Says how much may go wrong. */
function allowed({ budgets }: Exploration): string {
  const { drops, duplicates, crashes, timeouts } = budgets;
  const all = [
    ...(drops === 0 ? [] : [`${counted(drops, 'message')} lost`]),
    ...(duplicates === 0 ? [] : [`${counted(duplicates, 'message')} repeated`]),
    ...(crashes === 0 ? [] : [`${crashes} ${crashes === 1 ? 'crash' : 'crashes'}`]),
    ...(timeouts === 0 ? [] : [`${counted(timeouts, 'timer')} gone off`]),
  ];
  return all.length === 0 ? 'nothing lost, repeated or crashed' : `with up to ${all.join(', ')}`;
}

function sizes(found: Exploration): readonly Pair[] {
  const {
    states,
    transitions,
    depth,
    steps,
    locals,
    messages,
    reruns,
    oracles,
    parts = [],
  } = found;
  const checks = oracles.reduce((sum, oracle) => sum + oracle.checks, 0);
  return [
    [
      'states',
      `${states}, by ${counted(transitions, 'transition')}, up to ${counted(depth, 'event')} deep`,
    ],
    ...parts.map(
      ({ client, states: own }): Pair => ['alone', `${client}, ${counted(own, 'state')}`],
    ),
    [
      'steps',
      `${steps}, of nodes in ${counted(locals, 'state')} and ${counted(messages, 'message')}`,
    ],
    [
      'checks',
      `${checks}, of ${counted(oracles.length, 'invariant')}, in ${counted(reruns, 'rerun')}`,
    ],
  ];
}

function renderEnds({ ends }: Exploration, colors: Colors): string {
  if (ends.length === 0) return '';
  return renderTable(
    [
      { title: 'states', align: 'right' },
      { title: 'outcomes', align: 'left' },
      { title: 'settled', align: 'left' },
    ],
    ends.map(({ states, outcomes, settled }) => [
      `${states}`,
      outcomes.map(({ client, outcome }) => `${client} ${outcome.replaceAll('-', ' ')}`).join(', '),
      settled.length === 0 ? 'nothing' : settled.join(', '),
    ]),
    colors,
  );
}

// Beyond what was explored, there may be a shorter one.
function wayTitle({ cutOff }: Exploration): string {
  return cutOff === 'violation' ? 'Shortest way to a violation' : 'A way to a violation';
}

function renderWay({ events = [] }: Exploration, colors: Colors): string {
  return renderEvents(events, colors, { times: false }).join('');
}

function renderViolations(
  { oracles, forensics, written }: Exploration,
  kept: FailedRun | undefined,
  colors: Colors,
): string {
  const found = firstBreaches({ oracles });
  const made = written === undefined ? [] : madeOf(written, kept);
  const width = labelWidth([...found.flatMap(rule), ...made]);
  const lines = found.map((each) => {
    const head = `${colors.red('broken')} ${each.oracle} ${each.message}\n`;
    return `${head}${renderWrappedPairs(rule(each), width)}`;
  });
  const end = `${renderBlame(forensics, width)}${renderPairs(made, width)}`;
  return lines.length === 0 ? '' : `${lines.join('')}${end}\n`;
}

/** Says where the scenario is that was made of an order, or why there is none. */
function madeOf(written: Written, kept: FailedRun | undefined): readonly Pair[] {
  if (written.scenario === undefined) {
    const end = written.endsWith;
    return [['scenario', `none: a run that begins with these events ends with ${end}`]];
  }
  if (kept?.artefacts === undefined) return [];
  return [
    ['artefacts', kept.artefacts],
    ['replay', replayLine(kept, '')],
  ];
}

/** Why not everything was explored. */
const REASONS: Readonly<Record<NonNullable<Exploration['cutOff']>, string>> = {
  'max-states': 'cut off by --max-states',
  'max-depth': 'cut off by --max-depth',
  time: 'cut off by --time',
  'too-many': 'cut off: more states of one node, or messages, than can be told apart',
  violation: 'stopped at the first violation',
};

function verdictLine(found: Exploration, code: ExitCode, colors: Colors) {
  const { name, expectedVerdict, ends, states, cutOff } = found;
  const { verdict } = unexcused(found);
  const isOther = code === exitCodes.noViolation || code === exitCodes.failed;
  const extent = cutOff === undefined ? 'complete' : REASONS[cutOff];
  const facts = [
    ...(verdict === 'pass' || verdict === 'unknown' ? [] : [verdict]),
    ...(isOther && expectedVerdict !== 'pass' ? [`expected ${expectedVerdict}`] : []),
    extent,
    counted(states, 'state'),
    counted(ends.length, 'end'),
  ];
  return `${label(code, colors)}  ${colors.bold(name)}  ${facts.join(', ')}\n`;
}

function label(code: ExitCode, colors: Colors): string {
  if (code === exitCodes.passed) return colors.green('PASS');
  return code === exitCodes.unknown ? colors.yellow('UNKNOWN') : colors.red('FAIL');
}
