import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { CELLS } from '../arbitraries/plots/state.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance, weighted } from '../arbitraries/values.ts';
import { operationsIn } from '../scenario/operations-in.ts';
import { isOfAccount, type Subject } from '../scenario/subject.ts';
import type { Draw } from './draw.ts';

/** How many of the runs in which accounts are read have some of that ask for less than all, and how much of it does. */
const ODDS = { runs: 0.5, part: 0.7 };

const list = weighted({ all: 2, none: 2, one: 3 });

const narrowing = fc.record({
  isMeant: chance(ODDS.part),
  balances: list,
  cells: list,
  which: share,
});

type Narrowing = ReturnType<(typeof narrowing)['generate']>['value'];

/**
 * Has clients that read an account ask for no balances of tokens, or for that of one alone, and for no cells, or one: what
 * is asked for by name comes another way than a whole list.
 */
export function narrowed(lines: readonly Line[], draw: Draw): readonly Line[] {
  if (!lines.some(isReading) || !draw('workload/narrowed', chance(ODDS.runs))) return lines;
  return lines.map((line, index) => {
    if (!isReading(line)) return line;
    const drawn = draw('workload/narrowed', narrowing);
    if (!drawn.isMeant) return line;
    const step = { ...line.step, ...listsOf(drawn, tokensIn(lines.slice(0, index))) };
    return { ...line, step };
  });
}

function isReading({ step }: Line): boolean {
  return step.op === 'read' && isOfAccount(step);
}

function listsOf(
  { balances, cells, which }: Narrowing,
  tokens: readonly string[],
): Pick<Subject, 'balances' | 'cells'> {
  return {
    ...(balances === 'all' ? {} : { balances: balances === 'one' ? oneOf(tokens, which) : [] }),
    ...(cells === 'all' ? {} : { cells: cells === 'one' ? oneOf(CELLS, which) : [] }),
  };
}

function oneOf(names: readonly string[], which: number): readonly string[] {
  return names.slice(Math.floor(which * names.length)).slice(0, 1);
}

// What is created later its creator may come to only once it has read this.
function tokensIn(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ step }) =>
    operationsIn(step).flatMap((operation) =>
      operation.op === 'create-token' ? operation.as : [],
    ),
  );
}
