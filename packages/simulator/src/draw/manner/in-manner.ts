import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import type { Manner } from '../../scenario/steps/manner.ts';
import type { TransactionStep } from '../../scenario/steps/step.ts';
import type { Draw } from '../draw.ts';

/**
 * In which runs, and in which of their transactions, something is written in another way than
 * clients do.
 */
export interface MannerOdds {
  /** The random stream from which it is drawn. */
  readonly stream: string;
  /** The fraction of runs that have it. */
  readonly runs: number;
  /** The fraction of the eligible transactions of these runs that have it. */
  readonly part: number;
  readonly may: (step: TransactionStep, client: string) => boolean;
}

/** One for each line; longer runs use them again. */
const shares = fc.tuple(...Array.from({ length: 12 }, () => share));

/** In some runs, makes some of the transactions be written in another manner. */
export function inManner(
  lines: readonly Line[],
  manner: Manner,
  { stream, runs, part, may }: MannerOdds,
  draw: Draw,
): readonly Line[] {
  const [takesPart, drawn] = draw(stream, fc.tuple(chance(runs), shares));
  if (!takesPart) return lines;
  return lines.map((line, index): Line => {
    const { client, step } = line;
    const isChosen = (drawn[index % drawn.length] ?? 1) < part;
    if (!isChosen || step.op !== 'transaction' || !may(step, client)) return line;
    return { client, step: { ...step, ...manner } };
  });
}
