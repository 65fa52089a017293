import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { CELLS } from '../../arbitraries/plots/state.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance, weighted } from '../../arbitraries/values.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import { isOfAccount, type Subject } from '../../scenario/steps/subject.ts';
import type { Draw } from '../draw.ts';

/** The share of runs with account reads in which some reads are narrowed, and the share of those. */
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
 * Narrows account reads to no token balances or a single one, and to no cells or one: what is asked
 * for by name takes another path than a whole list.
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

// A label that is created later may depend on this read: its creator may be the one who reads.
function tokensIn(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ step }) =>
    operationsIn(step).flatMap((operation) =>
      operation.op === 'create-token' ? operation.as : [],
    ),
  );
}
