import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import { isPlain } from '../scenario/manner.ts';
import type { TransactionStep } from '../scenario/step.ts';
import type { Draw } from './draw.ts';

/** How many of the runs in which members pay for an account have one of them give what it has signed again. */
const ODDS = 0.6;

/** Has a member of an account give its client now and then what it has signed two or three times, as who is impatient does. */
export function givenAgain(lines: readonly Line[], draw: Draw): readonly Line[] {
  const drawn = fc.tuple(chance(ODDS), share, fc.integer({ min: 1, max: 2 }));
  const [takesPart, which, more] = draw('workload/given-again', drawn);
  const signed = lines.filter(({ step }) => step.op === 'transaction' && isSharedPayment(step));
  const chosen = takesPart ? signed[Math.floor(which * signed.length)] : undefined;
  return lines.flatMap((line) =>
    line === chosen ? [...Array.from({ length: more }, () => unawaited(line)), line] : [line],
  );
}

function isSharedPayment(step: TransactionStep): boolean {
  const { from, operations } = step;
  return (
    from !== undefined && isPlain(step) && operations.length === 1 && operations[0]?.op === 'pay'
  );
}

function unawaited({ client, step }: Line): Line {
  return step.op === 'transaction' ? { client, step: { ...step, await: false } } : { client, step };
}
