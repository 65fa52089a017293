import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import { goesBeside } from '../scenario/goes-beside.ts';
import type { Draw } from './draw.ts';

/** How many runs have a client that does not wait. */
const ODDS = 0.1;

/** Has a client make one of its payments several times over now and then, and wait for none but the last. */
export function hasty(lines: readonly Line[], draw: Draw): readonly Line[] {
  const count = fc.integer({ min: 2, max: 4 });
  const [takesPart, which, more] = draw('workload/hasty', fc.tuple(chance(ODDS), share, count));
  const plain = lines.filter(isPlainPayment);
  const chosen = takesPart ? plain[Math.floor(which * plain.length)] : undefined;
  return lines.flatMap((line) =>
    line === chosen ? [...Array.from({ length: more }, () => ahead(line)), line] : [line],
  );
}

function isPlainPayment({ step }: Line): boolean {
  return step.op === 'transaction' && goesBeside(step);
}

function ahead({ client, step }: Line): Line {
  return step.op === 'transaction' ? { client, step: { ...step, await: false } } : { client, step };
}
