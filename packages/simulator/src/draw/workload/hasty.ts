import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import { goesBeside } from '../../scenario/steps/goes-beside.ts';
import type { Draw } from '../draw.ts';

/** The fraction of runs with a client that does not wait. */
const ODDS = 0.1;

/**
 * In some runs, makes a client repeat one of its payments several times, and wait only for the last
 * one.
 */
export function hasty(lines: readonly Line[], draw: Draw): readonly Line[] {
  const count = fc.integer({ min: 2, max: 4 });
  const [takesPart, which, more] = draw('workload/hasty', fc.tuple(chance(ODDS), share, count));
  return takesPart ? withMore(lines, isPlainPayment, which, more) : lines;
}

function isPlainPayment({ step }: Line): boolean {
  return step.op === 'transaction' && goesBeside(step);
}

/** Repeats one of the matching lines this many times before it, without waiting. */
export function withMore(
  lines: readonly Line[],
  isMeant: (line: Line) => boolean,
  which: number,
  more: number,
): readonly Line[] {
  const meant = lines.filter(isMeant);
  const chosen = meant[Math.floor(which * meant.length)];
  return lines.flatMap((line) =>
    line === chosen ? [...Array.from({ length: more }, () => unawaited(line)), line] : [line],
  );
}

function unawaited({ client, step }: Line): Line {
  return step.op === 'transaction' ? { client, step: { ...step, await: false } } : { client, step };
}
