import type { Line } from '../../arbitraries/plots/scene.ts';
import { paddedHex } from '../../scenario/padded-hex.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { withOneChanged } from './one-line.ts';

/** The fraction of runs with a long transaction: it costs as much as many short ones. */
const ODDS = 0.06;

/** So many records at once are looked up in another way than a few. */
const CELLS: readonly OperationStep[] = Array.from({ length: 16 }, (_, at) => {
  const key = paddedHex(`c${at}`);
  return { op: 'set-state', key, to: key };
});

/** Makes one paying transaction of a run write many cells before it pays. */
export function atLength(
  lines: readonly Line[],
  { operations: { state } }: Swarm,
  draw: Draw,
): readonly Line[] {
  if (state === 0) return lines;
  return withOneChanged(lines, draw, {
    stream: 'workload/at-length',
    odds: ODDS,
    does: ({ op }) => op === 'pay',
    change: (operations) => [...CELLS, ...operations],
  });
}
