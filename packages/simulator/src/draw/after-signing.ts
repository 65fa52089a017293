import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import type { Draw } from './draw.ts';

/** How many of the runs in which members sign for an account have one of them look what of it lacks signatures. */
const ODDS = 0.5;

/** Has a client that has signed for an account of several look now and then what of that lacks signatures (rule P9). */
export function afterSigning(
  lines: readonly Line[],
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): readonly Line[] {
  if (operations.read === 0) return lines;
  const [takesPart, at] = draw('workload/after-signing', fc.tuple(chance(ODDS), share));
  const signing = [...lines.entries()].flatMap(([index, { client, step }]) =>
    step.op === 'transaction' && step.from !== undefined ? [{ index, client, of: step.from }] : [],
  );
  const chosen = takesPart ? signing[Math.floor(at * signing.length)] : undefined;
  if (chosen === undefined) return lines;
  const { index, client, of } = chosen;
  return lines.toSpliced(index + 1, 0, { client, step: { op: 'read', of, incomplete: true } });
}
