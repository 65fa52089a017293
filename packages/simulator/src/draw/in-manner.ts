import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import type { Manner } from '../scenario/manner.ts';
import type { TransactionStep } from '../scenario/step.ts';
import type { Draw } from './draw.ts';

/** In which runs and in which of their transactions something is otherwise than a client has it. */
export interface MannerOdds {
  /** The random stream that it is drawn from. */
  readonly stream: string;
  /** How many runs have it. */
  readonly runs: number;
  /** How much of what may be so is so in these. */
  readonly part: number;
  readonly may: (step: TransactionStep, client: string) => boolean;
}

/** One for each line; longer runs use them again. */
const shares = fc.tuple(...Array.from({ length: 12 }, () => share));

/** Has some of the transactions of a run be written in another manner now and then. */
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
