import { counted } from '@quorate/protocol';
import type { Side } from '../../against/compare-happenings.ts';
import type { Happening } from '../../against/happenings.ts';
import type { TwoRuns } from '../../against/two-runs.ts';
import type { Message, Onesided, RunData, Spell, Step } from '../../page/run-data.ts';
import { firstBreaches } from '../occurrences.ts';
import { differenceLines, partingPairs } from '../two-runs/two-runs.ts';
import { pageData } from './page-data.ts';

/** Gives two compared runs in the form in which a page shows them. */
export function comparedData(two: TwoRuns): RunData {
  const { own, other, outcomes } = two;
  const [ownData, otherData] = [dataOf(two, 'own'), dataOf(two, 'other')];
  const beside = {
    other: { ...otherData, spells: spellsOnlyIn(otherData, ownData, { isOther: true }) },
    how: [own.how, other.how] as const,
    differences: differenceLines(two),
    parting: partingPairs(two),
    outcomes,
  };
  return { ...ownData, spells: spellsOnlyIn(ownData, otherData, {}), against: beside };
}

/** Marks the faults and lies that the other run has not; when they begin does not count. */
function spellsOnlyIn(
  data: RunData,
  beyond: RunData,
  side: Pick<Onesided, 'isOther'>,
): RunData['spells'] {
  const keyIn =
    ({ lanes }: RunData) =>
    ({ label, lane, between = '' }: Spell) =>
      `${label} ${lanes[lane ?? -1]?.name} ${between}`;
  const known = new Set(beyond.spells.map(keyIn(beyond)));
  return data.spells.map((spell) =>
    known.has(keyIn(data)(spell)) ? spell : { ...spell, only: 'has', ...side },
  );
}

type SideName = 'own' | 'other';

function dataOf(two: TwoRuns, side: SideName): RunData {
  const { scenario, run, recorded } = two[side];
  const data = pageData({ scenario, run, recorded, options: '' });
  const { parting, ...sides } = two.comparison;
  const marks = marksOf(sides[side]);
  const mark = (only: Onesided['only']): Onesided => {
    if (only === undefined) return {};
    return side === 'own' ? { only } : { only, isOther: true };
  };
  const messages = data.messages.map((message, place): Message => {
    const same = side === 'own' ? undefined : marks.same.get(place);
    return { ...message, ...mark(marks.only.get(place)), ...(same === undefined ? {} : { same }) };
  });
  const answered = new Set(
    messages.flatMap(({ only, answers, sent }) =>
      only === 'has' && answers !== undefined ? [`${answers} ${sent[0]}`] : [],
    ),
  );
  const isOnly = stepTest(data, marks, answered);
  const steps = data.steps.map((step) => ({ ...step, ...mark(isOnly(step) ? 'has' : undefined) }));
  const beyond = side === 'own' ? two.other : two.own;
  const held = new Set(firstBreaches(beyond.recorded.result).map(({ oracle }) => oracle));
  const breaches = data.breaches.map((breach) => ({
    ...breach,
    ...mark(held.has(breach.name) ? undefined : 'has'),
  }));
  const first = parting?.[side];
  const point = first === undefined ? {} : { moment: [first.event, Number(first.at)] as const };
  return {
    ...{ ...data, messages, steps, breaches },
    ...(parting === undefined
      ? {}
      : {
          parting: {
            ...point,
            label: `both have ${counted(parting.shared, 'happening')} up to here`,
          },
        }),
  };
}

/** What only one run has. */
interface Marks {
  /** By the place of the message. */
  readonly only: ReadonlyMap<number, Onesided['only']>;
  /** For a message that both have: its place in the other run. */
  readonly same: ReadonlyMap<number, number>;
  /** The faults that strike in this run only, each with its event. */
  readonly faults: ReadonlySet<string>;
}

function marksOf({ happenings, shared }: Side): Marks {
  const only = new Map<number, Onesided['only']>();
  const same = new Map<number, number>();
  const faults = new Set<string>();
  for (const happening of happenings) {
    const { what, message, fault } = happening;
    const twin = shared.get(happening);
    if (fault !== undefined && twin === undefined) faults.add(faultKey(happening.event, fault));
    if (message === undefined) continue;
    if (what === 'sent' && twin?.message !== undefined) same.set(message, twin.message);
    if (twin === undefined && !only.has(message)) only.set(message, MARKS[what]);
  }
  return { only, same, faults };
}

const MARKS: Readonly<Record<Happening['what'], Onesided['only']>> = {
  sent: 'has',
  got: 'arrives',
  lost: 'lost',
  struck: undefined,
};

function faultKey(event: number, fault: string): string {
  return `${event} ${fault}`;
}

/**
 * Tells which steps only one run has: those of a message that arrives in that run only, or that is
 * answered otherwise there and at once, and faults that strike in that run only.
 */
function stepTest(
  { lanes, texts }: RunData,
  { only, faults }: Marks,
  answered: ReadonlySet<string>,
): (step: Step) => boolean {
  return ({ message, event, lane, kind }) => {
    if (message === undefined) {
      return faults.has(faultKey(event, `${lanes[lane]?.name}: ${texts[kind]}`));
    }
    const mark = only.get(message);
    return mark === 'has' || mark === 'arrives' || answered.has(`${message} ${event}`);
  };
}
