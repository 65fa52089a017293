import type { Line } from '../arbitraries/plots/scene.ts';
import type { OperationStep } from '../scenario/step.ts';
import type { Draw } from './draw.ts';
import { withOneChanged } from './one-line.ts';

/** How many runs with updates of tokens have one that changes more of it. */
const ODDS = 0.25;

/** How many mints it names at most, beside those that it removes: a cast may be greater than an update. */
const MINTS = 4;

/** Has an update of a token rename it now and then, and make the first of these its mints but for those that it removes. */
export function renamed(
  lines: readonly Line[],
  names: readonly string[],
  draw: Draw,
): readonly Line[] {
  return withOneChanged(lines, draw, {
    stream: 'workload/renamed',
    odds: ODDS,
    does: ({ op }) => op === 'manage-token',
    change: (operations) => operations.map((each) => changed(each, names)),
  });
}

function changed(operation: OperationStep, names: readonly string[]): OperationStep {
  if (operation.op !== 'manage-token') return operation;
  return { ...operation, name: `${operation.token}-renamed`, add: names.slice(0, MINTS) };
}
