import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import type { TransactionStep } from '../../scenario/steps/step.ts';
import type { Draw } from '../draw.ts';

/** The fraction of runs with a client that does several things in one transaction. */
const ODDS = 0.25;

/**
 * In some runs, makes a client do in one transaction what it does in two or three consecutive ones:
 * two of a kind, or operations that no plot combines.
 */
export function joined(lines: readonly Line[], draw: Draw): readonly Line[] {
  const count = fc.integer({ min: 2, max: 3 });
  const [takesPart, which, most] = draw('workload/joined', fc.tuple(chance(ODDS), share, count));
  const begins = [...lines.keys()].filter((at) => rowFrom(lines, at, 2).length === 2);
  const at = takesPart ? begins[Math.floor(which * begins.length)] : undefined;
  if (at === undefined) return lines;
  const row = rowFrom(lines, at, most);
  const [first] = row;
  const client = lines[at]?.client;
  if (first === undefined || client === undefined) return lines;
  const step = { ...first, operations: row.flatMap(({ operations }) => operations) };
  return lines.toSpliced(at, row.length, { client, step });
}

/**
 * Gives the consecutive steps of one client from a line on. No other client's step is between them,
 * so no circular waiting can arise.
 */
function rowFrom(lines: readonly Line[], from: number, most: number): readonly TransactionStep[] {
  const row: TransactionStep[] = [];
  for (const { client, step } of lines.slice(from, from + most)) {
    // Members of a multisig account have to sign the same transaction, so theirs are not joined.
    if (client !== lines[from]?.client || step.op !== 'transaction' || step.from !== undefined)
      break;
    row.push(step);
  }
  return row;
}
