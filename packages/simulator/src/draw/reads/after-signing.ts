import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';

/**
 * The fraction of the runs in which members sign for an account that have one of them read what
 * lacks signatures.
 */
const ODDS = 0.5;

/**
 * In some runs, makes a client that has signed for a multisig account read which of its
 * transactions lack signatures (rule P9).
 */
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
