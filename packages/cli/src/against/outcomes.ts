import type { RunResult } from '@quorate/simulator';
import { accountNotes } from '../report/block.ts';
import { firstBreaches } from '../report/occurrences.ts';
import { createNumbering } from './numbering.ts';

/** How something ended in two runs. */
export interface OutcomePair {
  /** Such as "alice pays bob 100", or the name of an invariant. */
  readonly what: string;
  /** Absent if the client did not try. */
  readonly own?: string;
  readonly other?: string;
}

/**
 * Says how each operation ended in two runs, how it ended for clients that sent by hand, and which
 * invariants broke. What ended differently comes first.
 */
export function outcomePairs(own: RunResult, other: RunResult): readonly OutcomePair[] {
  const [ownEnds, otherEnds] = [endsIn(own), endsIn(other)];
  const [ownBroken, otherBroken] = [brokenIn(own), brokenIn(other)];
  const broken = [...new Set([...ownBroken, ...otherBroken])];
  const pairs = [
    ...broken.map((what) => ({
      what,
      own: ownBroken.has(what) ? 'broken' : 'holds',
      other: otherBroken.has(what) ? 'broken' : 'holds',
    })),
    ...operationPairs(ownEnds, otherEnds),
  ];
  const isSame = (pair: OutcomePair) => pair.own === pair.other;
  return [...pairs.filter((pair) => !isSame(pair)), ...pairs.filter(isSame)];
}

function brokenIn(result: RunResult): ReadonlySet<string> {
  return new Set(firstBreaches(result).map(({ oracle }) => oracle));
}

function operationPairs(
  ownEnds: ReadonlyMap<string, string>,
  otherEnds: ReadonlyMap<string, string>,
): readonly OutcomePair[] {
  return [...new Set([...ownEnds.keys(), ...otherEnds.keys()])].map((what) => {
    const [ended, otherEnded] = [ownEnds.get(what), otherEnds.get(what)];
    return {
      what,
      ...(ended === undefined ? {} : { own: ended }),
      ...(otherEnded === undefined ? {} : { other: otherEnded }),
    };
  });
}

function endsIn(result: RunResult): ReadonlyMap<string, string> {
  const ends = new Map<string, string>();
  // Whoever wants the same twice wants two things.
  const numbered = createNumbering();
  for (const { client, summary, outcome, reason } of result.operations) {
    const what = numbered(`${client} ${summary}`);
    const why = reason === undefined ? '' : ` (${reason})`;
    ends.set(what, `${outcome.replaceAll('-', ' ')}${why}`);
  }
  const told = new Set(result.operations.map(({ client }) => client));
  for (const { subject, text } of accountNotes(result)) {
    if (!told.has(subject)) ends.set(subject, text);
  }
  return ends;
}
