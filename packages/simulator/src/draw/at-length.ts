import type { Line } from '../arbitraries/plots/scene.ts';
import { paddedHex } from '../scenario/padded-hex.ts';
import type { OperationStep } from '../scenario/step.ts';
import type { Draw } from './draw.ts';
import { withOneChanged } from './one-line.ts';

/** How many runs have a long transaction: it costs as much as many short ones. */
const ODDS = 0.06;

/** So many records at once are not looked through one after the other. */
const CELLS: readonly OperationStep[] = Array.from({ length: 16 }, (_, at) => {
  const key = paddedHex(`c${at}`);
  return { op: 'set-state', key, to: key };
});

/** Has one transaction of a run that pays write many cells before it does. */
export function atLength(lines: readonly Line[], draw: Draw): readonly Line[] {
  return withOneChanged(lines, draw, {
    stream: 'workload/at-length',
    odds: ODDS,
    does: ({ op }) => op === 'pay',
    change: (operations) => [...CELLS, ...operations],
  });
}
