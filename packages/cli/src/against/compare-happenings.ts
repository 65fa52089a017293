import { type Happened, type Happening, happeningsIn } from './happenings.ts';

/** Where two runs part, and what only one of them has. */
export interface Comparison {
  /** Absent if the same happens in both. */
  readonly parting?: Parting;
  /** How many happenings occur in both. */
  readonly common: number;
  readonly own: Side;
  readonly other: Side;
}

/** One of two runs. */
export interface Side {
  readonly happenings: readonly Happening[];
  /** What the other run has as well, and what that is there. */
  readonly shared: ReadonlyMap<Happening, Happening>;
}

/** The first moment from which on two runs differ. */
export interface Parting {
  /** How many happenings of the first run come before: all of these occur in the second as well. */
  readonly shared: number;
  /** The last of these; absent if the runs part at once. */
  readonly last?: Happening;
  /** What the first run does then; absent if nothing more happens in it. */
  readonly own?: Happening;
  /** What the second does instead; absent if nothing more happens in it. */
  readonly other?: Happening;
}

/**
 * Compares two runs by what happens in them.
 *
 * In each course of happenings, such as all that one node got, the runs agree up to some place. The
 * first run parts at the earliest of its happenings after such a place, and the second at the
 * earliest of its own. All that is before is in both, so neither of the two follows from another
 * difference.
 */
export function compareHappenings(ownRun: Happened, otherRun: Happened): Comparison {
  const [own, other] = [happeningsIn(ownRun, otherRun), happeningsIn(otherRun, ownRun)];
  const shared = pairsOf(own, other);
  const back = new Map([...shared].map(([one, another]) => [another, one]));
  const parting = partingOf(own, other);
  return {
    ...(parting === undefined ? {} : { parting }),
    common: shared.size,
    own: { happenings: own, shared },
    other: { happenings: other, shared: back },
  };
}

/**
 * Tells whether two runs part in nothing but the order of two happenings, such as two answers that
 * one node gets: each has next what the other has first.
 */
export function isSwapped({ parting, own, other }: Comparison): boolean {
  const [one, another] = [parting?.own, parting?.other];
  if (one === undefined || another === undefined || one.course !== another.course) return false;
  const [next, otherNext] = [nextOf(one, own), nextOf(another, other)];
  return next?.label === another.label && otherNext?.label === one.label;
}

function nextOf(happening: Happening, { happenings }: Side): Happening | undefined {
  const course = happenings.filter((each) => each.course === happening.course);
  return course[course.indexOf(happening) + 1];
}

function partingOf(own: readonly Happening[], other: readonly Happening[]): Parting | undefined {
  const [ownPlace, otherPlace] = [agreedIn(own, other), agreedIn(other, own)];
  if (ownPlace === own.length && otherPlace === other.length) return undefined;
  const [last, first, instead] = [own[ownPlace - 1], own[ownPlace], other[otherPlace]];
  return {
    shared: ownPlace,
    ...(last === undefined ? {} : { last }),
    ...(first === undefined ? {} : { own: first }),
    ...(instead === undefined ? {} : { other: instead }),
  };
}

/** Counts the first happenings of a run that the other has in the same order in each course. */
function agreedIn(own: readonly Happening[], other: readonly Happening[]): number {
  const courses = listsBy(other, ({ course }) => course);
  const places = new Map<string, number>();
  const first = own.findIndex(({ course, label }) => {
    const place = places.get(course) ?? 0;
    places.set(course, place + 1);
    return courses.get(course)?.[place]?.label !== label;
  });
  return first === -1 ? own.length : first;
}

/** Pairs what occurs in both runs, wherever it stands in its course. */
function pairsOf(
  own: readonly Happening[],
  other: readonly Happening[],
): ReadonlyMap<Happening, Happening> {
  const alike = listsBy(other, keyOf);
  const counts = new Map<string, number>();
  return new Map(
    own.flatMap((happening) => {
      const key = keyOf(happening);
      const place = counts.get(key) ?? 0;
      counts.set(key, place + 1);
      const found = alike.get(key)?.[place];
      return found === undefined ? [] : [[happening, found] as const];
    }),
  );
}

function keyOf({ course, label }: Happening): string {
  return `${course}\n${label}`;
}

function listsBy(
  happenings: readonly Happening[],
  keyOf: (happening: Happening) => string,
): ReadonlyMap<string, readonly Happening[]> {
  const lists = new Map<string, Happening[]>();
  for (const happening of happenings) {
    const key = keyOf(happening);
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [happening]);
    else list.push(happening);
  }
  return lists;
}
