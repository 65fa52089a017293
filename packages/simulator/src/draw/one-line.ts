import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import type { OperationStep } from '../scenario/step.ts';
import type { Draw } from './draw.ts';

/** Says which transaction of a run is changed now and then, and how. */
export interface OneLine {
  /** Names its luck. */
  readonly stream: string;
  /** In how many runs one is changed. */
  readonly odds: number;
  /** Tells what a transaction has to do at least once to be the one. */
  readonly does: (operation: OperationStep) => boolean;
  readonly change: (operations: readonly OperationStep[]) => readonly OperationStep[];
}

/** Has one transaction of a run do something else, now and then. */
export function withOneChanged(
  lines: readonly Line[],
  draw: Draw,
  { stream, odds, does, change }: OneLine,
): readonly Line[] {
  const [takesPart, which] = draw(stream, fc.tuple(chance(odds), share));
  // Members of a shared account sign the same, or they are at odds.
  const meant = lines.filter(
    ({ step }) =>
      step.op === 'transaction' && step.from === undefined && step.operations.some(does),
  );
  const chosen = takesPart ? meant[Math.floor(which * meant.length)] : undefined;
  return lines.map((line) => {
    const { client, step } = line;
    if (line !== chosen || step.op !== 'transaction') return line;
    return { client, step: { ...step, operations: change(step.operations) } };
  });
}
