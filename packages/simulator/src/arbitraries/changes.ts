import fc from 'fast-check';
import type { Draw } from '../draw/draw.ts';
import { type CommitteeChange, isAdmissible } from '../scenario/cluster/committee-changes.ts';
import type { Moment } from '../scenario/faults/moment.ts';
import type { Range } from '../scenario/swarm/swarm.ts';
import { share, shuffledNames, someFrom } from './sketch.ts';
import { chance, span, whole } from './values.ts';

/**
 * The fraction of runs with changes of committee if none are asked for: a change makes a run half
 * as long again.
 */
const ODDS = 0.2;

/** What the changes of a run are drawn from. */
export interface ChangeSpace {
  /** How many changes; if at least one is asked for, every run has some. */
  readonly changes: Range;
  /** The size of a committee. */
  readonly sizes: fc.Arbitrary<number>;
  /** The greatest size that a committee may have. */
  readonly greatest: number;
  /** The committee of epoch 0. */
  readonly validators: readonly string[];
}

/** Draws changes of committee, and the candidates that get a seat in them. */
export function drawChanges(
  space: ChangeSpace,
  draw: Draw,
): { readonly candidates: readonly string[]; readonly changes: readonly CommitteeChange[] } {
  const { changes: range, sizes, validators } = space;
  const { least, greatest } = range;
  const counts = whole({ least: Math.min(Math.max(least, 1), greatest), greatest });
  const [takesPart, count] = draw('changes', fc.tuple(chance(least > 0 ? 1 : ODDS), counts));
  const wanted = takesPart ? count : 0;
  const drawn = Array.from({ length: wanted }, (_, index) =>
    draw(`changes/${index}`, fc.tuple(sizes, shuffledNames, moments, deliveries, share)),
  );
  const chain = drawChain({ wanted, ...space }, draw);
  const sized = drawn.map(([size], index) => chain[index] ?? size);
  const most = Math.max(validators.length, ...sized);
  // One more than the largest committee, so that one validator can replace another.
  const all = Array.from({ length: drawn.length === 0 ? most : most + 1 }, (_, at) => `v${at + 1}`);
  let before = validators;
  let former: readonly string[] | undefined;
  let due: Moment | undefined;
  const changes = drawn.map(([, order, someMoment, [isHanded, some], key], index) => {
    const isOwed = index < least;
    const members = order(all).slice(0, sized[index]);
    const deliver = isHanded ? some(before) : undefined;
    // A change that is due at the same time as the one before follows as soon as that one has
    // settled.
    const close = draw(`changes/${index}/close`, chance(0.5)) ? due : undefined;
    const own =
      isOwed && index === 0 ? draw('changes/first', certain) : someMoment({ before, former });
    const moment = close ?? own;
    due = moment;
    const change: CommitteeChange = {
      id: `change-${index + 1}`,
      moment,
      members,
      ...claimsOf(isOwed ? 1 : key, members),
      deliver,
    };
    if (isAdmissible(change)) [former, before] = [before, members];
    return change;
  });
  return { candidates: all.slice(validators.length), changes };
}

/**
 * Keys or operators that make validators refuse a change. Once per run is enough to learn from it.
 */
function claimsOf(
  drawn: number,
  members: readonly string[],
): Pick<CommitteeChange, 'keys' | 'operators'> {
  if (drawn < 0.03) return { keys: 'continued', operators: 'own' };
  if (drawn < 0.06) return { keys: 'used', operators: 'own' };
  const isShared = drawn < 0.09 && members.length > 1;
  return { keys: 'fresh', operators: isShared ? 'shared' : 'own' };
}

/** Sizes that tolerate one more liar each, and then down again, from one validator to one. */
const CHAIN = [4, 7, 10, 4, 1] as const;

/**
 * Decides whether a run that starts with one validator has that chain of committees; if not, there
 * are no sizes.
 */
function drawChain(
  { wanted, validators, greatest }: ChangeSpace & { readonly wanted: number },
  draw: Draw,
): readonly number[] {
  const hasRoom = wanted >= CHAIN.length && validators.length === 1 && greatest >= 10;
  return hasRoom && draw('changes/chain', chance(0.5)) ? CHAIN : [];
}

/**
 * Mostly a proxy submits the change; sometimes its certificate reaches only some of the members.
 */
const deliveries = fc.tuple(
  chance(0.3),
  someFrom((names: readonly string[]) => names),
);

/**
 * A moment that comes in every run: a time, or a number of events that the requests for seats alone
 * exceed.
 */
const certain: fc.Arbitrary<Moment> = fc.oneof(
  span(0, 2_000).map((at) => ({ kind: 'time', at }) as const),
  whole({ least: 1, greatest: 30 }).map((count) => ({ kind: 'events', count }) as const),
);

/** The members at whose points of the protocol a change may take place. */
interface Seated {
  /** The members that decide on the change. */
  readonly before: readonly string[];
  /** The members of the committee before theirs; undefined if there is none. */
  readonly former: readonly string[] | undefined;
}

const times = span(0, 3_000).map((at) => ({ kind: 'time', at }) as const);

/**
 * At a time, at a point of the protocol that some member reaches, or within the handover before.
 */
const moments: fc.Arbitrary<(seated: Seated) => Moment> = fc.oneof(
  times.map((at) => () => at),
  fc
    .tuple(share, fc.constantFrom('received', 'signed', 'settled', 'answered'), fc.nat(15))
    .map(([drawn, after, count]) => ({ before }: Seated) => ({
      ...pointOf(before, drawn),
      after,
      count: count + 1,
    })),
  fc
    .tuple(share, fc.boolean(), times)
    .map(([drawn, isMerged, time]) => ({ before, former }: Seated): Moment => {
      // Before the first change no validator has frozen or merged anything.
      if (former === undefined) return time;
      const after = isMerged ? ('merged' as const) : ('frozen' as const);
      return { ...pointOf(isMerged ? before : former, drawn), after, count: 1 };
    }),
);

function pointOf(members: readonly string[], drawn: number) {
  return { kind: 'trigger', node: members[Math.floor(drawn * members.length)] ?? 'v1' } as const;
}
