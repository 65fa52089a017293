import type { Line } from '../../arbitraries/plots/scene.ts';
import { paddedHex } from '../../scenario/padded-hex.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { withOneChanged } from './one-line.ts';

/** The fraction of runs with a long transaction: it costs as much as many short ones. */
const ODDS = 0.06;

/** So many records at once are looked up in another way than a few. */
const MANY = 16;

const CELLS: readonly OperationStep[] = Array.from({ length: MANY + 1 }, (_, at) => {
  const key = cell(at);
  return { op: 'set-state', key, to: key };
});

/** Looks up what was written after so many others. */
const AGAIN: OperationStep = {
  ...{ op: 'update-state', key: cell(MANY) },
  ...{ from: cell(MANY), to: cell(0) },
};

function cell(at: number): string {
  return paddedHex(`c${at}`);
}

/** Makes one paying transaction of a run write many cells, and one of them again, before it pays. */
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
    change: (operations) => [...CELLS, AGAIN, ...operations],
  });
}
