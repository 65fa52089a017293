import type { RecordedRun, Scenario } from '@quorate/simulator';
import type { Spell } from '../../page/run-data.ts';

/** How spells name what they are about. */
export interface SpellWords {
  /** Gives the place of the lane of a node; -1 for none. */
  readonly laneOf: (node: string) => number;
  readonly meaningOf: (word: string) => string;
}

/** The records that begin something which lasts, with the word for it. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  Crash: 'crash',
  Amnesia: 'amnesia',
  Pause: 'pause',
  Slow: 'slow',
  Clock: 'clock',
  BitRot: 'bit-rot',
  FullDisk: 'full-disk',
  Cut: 'cut',
  Clog: 'clog',
  Degrade: 'degrade',
};

/** Lists when something was wrong with a node or with the network, and when liars began to lie. */
export function spellsOf(
  scenario: Scenario,
  { events, result }: RecordedRun,
  words: SpellWords,
): readonly Spell[] {
  const marks = events.filter(({ from, kind }) => from === '' && !kind.startsWith('Timer'));
  const lasting = marks.flatMap(({ kind, to, at, event }, index) => {
    const what = BEGINNINGS[kind];
    if (what === undefined) return [];
    const endings = what === 'crash' || what === 'amnesia' ? ['Restart'] : [`${kind}End`];
    const end = marks.slice(index).find((each) => each.to === to && endings.includes(each.kind));
    return [{ what, to, at, event, until: end?.at }];
  });
  const lies = scenario.byzantine.flatMap(({ node, acts }) =>
    acts.flatMap(({ id, act }) => {
      const { at } = result.faults.find((each) => each.id === id) ?? {};
      return at === undefined ? [] : [{ node, act, at }];
    }),
  );
  return [
    ...lasting.map(({ what, to, at, until }): Spell => {
      const lane = words.laneOf(to);
      return {
        label: lane === -1 ? `${what} ${to}` : what,
        meaning: words.meaningOf(what),
        sort: sortOf(what, lane),
        ...(lane === -1 ? { between: betweenIn(scenario, to) } : { lane }),
        from: Number(at),
        ...(until === undefined ? {} : { to: Number(until) }),
      };
    }),
    ...lies.map(
      ({ node, act, at }): Spell => ({
        label: act,
        meaning: words.meaningOf(act),
        sort: 'lie',
        lane: words.laneOf(node),
        from: Number(at),
      }),
    ),
  ];
}

/** Says which links a fault concerns. */
function betweenIn({ faults }: Scenario, id: string): string {
  const fault = faults.find((each) => each.id === id);
  if (fault === undefined) return 'the network';
  if ('nodes' in fault) return `all links of ${fault.nodes.join(', ')}`;
  if (!('to' in fault)) return 'the network';
  const [from, to] = [fault.from, fault.to].map((names) => names.join(', ').replace('*', 'all'));
  return `${from} ${fault.direction === 'two-way' ? '↔' : '→'} ${to}`;
}

function sortOf(what: string, lane: number): Spell['sort'] {
  if (lane === -1) return 'network';
  return what === 'crash' || what === 'amnesia' ? 'down' : 'impaired';
}
