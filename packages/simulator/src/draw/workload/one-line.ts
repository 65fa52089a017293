import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Draw } from '../draw.ts';

/** Which transaction of a run is changed in some runs, and how. */
export interface OneLine {
  /** The name of its random stream. */
  readonly stream: string;
  /** The fraction of runs in which a transaction is changed. */
  readonly odds: number;
  /** Tells whether an operation makes its transaction eligible. */
  readonly does: (operation: OperationStep) => boolean;
  readonly change: (operations: readonly OperationStep[]) => readonly OperationStep[];
}

/** In some runs, changes one transaction. */
export function withOneChanged(
  lines: readonly Line[],
  draw: Draw,
  { stream, odds, does, change }: OneLine,
): readonly Line[] {
  const [takesPart, which] = draw(stream, fc.tuple(chance(odds), share));
  // Members of a multisig account have to sign the same transaction, so theirs stay unchanged.
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
