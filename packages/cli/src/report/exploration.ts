import { type Exploration, unexcused } from '@quorate/simulator';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Colors } from '../output/terminal.ts';
import { renderEvents } from './events.ts';
import { renderBlame, rule } from './failure.ts';
import { firstBreaches } from './occurrences.ts';
import { labelWidth, type Pair, renderPairs, renderWrappedPairs } from './pairs.ts';
import { renderTitle, section } from './section.ts';
import { renderTable } from './table.ts';
import { count } from './words.ts';

/** Reports an exploration: its size, how it can end, and what leads to a violation. */
export function renderExploration(found: Exploration, code: ExitCode, colors: Colors): string {
  return [
    `${renderTitle(found, colors)}\n${colors.dim(`every order of events, ${allowed(found)}`)}\n\n`,
    section('Explored', pairs(sizes(found)), colors),
    section('Ends', renderEnds(found, colors), colors),
    section(wayTitle(found), renderWay(found, colors), colors),
    renderViolations(found, colors),
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
    ...(drops === 0 ? [] : [`${count(drops, 'message')} lost`]),
    ...(duplicates === 0 ? [] : [`${count(duplicates, 'message')} repeated`]),
    ...(crashes === 0 ? [] : [`${crashes} ${crashes === 1 ? 'crash' : 'crashes'}`]),
    ...(timeouts === 0 ? [] : [`${count(timeouts, 'timer')} gone off`]),
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
      `${states}, by ${count(transitions, 'transition')}, up to ${count(depth, 'event')} deep`,
    ],
    ...parts.map(({ client, states: own }): Pair => ['alone', `${client}, ${count(own, 'state')}`]),
    ['steps', `${steps}, of nodes in ${count(locals, 'state')} and ${count(messages, 'message')}`],
    ['checks', `${checks}, of ${count(oracles.length, 'invariant')}, in ${count(reruns, 'rerun')}`],
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

function renderViolations({ oracles, forensics }: Exploration, colors: Colors): string {
  const found = firstBreaches({ oracles });
  const width = labelWidth(found.flatMap(rule));
  const lines = found.map((each) => {
    const head = `${colors.red('broken')} ${each.oracle} ${each.message}\n`;
    return `${head}${renderWrappedPairs(rule(each), width)}`;
  });
  return lines.length === 0 ? '' : `${lines.join('')}${renderBlame(forensics, width)}\n`;
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
    count(states, 'state'),
    count(ends.length, 'end'),
  ];
  return `${label(code, colors)}  ${colors.bold(name)}  ${facts.join(', ')}\n`;
}

function label(code: ExitCode, colors: Colors): string {
  if (code === exitCodes.passed) return colors.green('PASS');
  return code === exitCodes.unknown ? colors.yellow('UNKNOWN') : colors.red('FAIL');
}
