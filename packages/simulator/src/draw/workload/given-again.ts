import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import { isPlain } from '../../scenario/steps/manner.ts';
import type { Draw } from '../draw.ts';
import { withMore } from './hasty.ts';

/**
 * The fraction of the runs in which members pay for an account that have one of them submit its
 * part again.
 */
const ODDS = 0.6;

/**
 * In some runs, makes a member of an account submit what it has signed two or three times, as an
 * impatient user does.
 */
export function givenAgain(lines: readonly Line[], draw: Draw): readonly Line[] {
  const drawn = fc.tuple(chance(ODDS), share, fc.integer({ min: 1, max: 2 }));
  const [takesPart, which, more] = draw('workload/given-again', drawn);
  return takesPart ? withMore(lines, isSharedPayment, which, more) : lines;
}

function isSharedPayment({ step }: Line): boolean {
  if (step.op !== 'transaction' || step.from === undefined || !isPlain(step)) return false;
  const [first, ...others] = step.operations;
  return first?.op === 'pay' && others.length === 0;
}
