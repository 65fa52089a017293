import type { Line } from '../../arbitraries/plots/scene.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Draw } from '../draw.ts';
import { withOneChanged } from './one-line.ts';

/** The fraction of the runs with updates of tokens in which one update changes more. */
const ODDS = 0.25;

/**
 * The most mints that it names, besides those it removes: there may be more clients than an update
 * can name.
 */
const MINTS = 4;

/**
 * In some runs, makes an update of a token rename it and replace its mints: by the first of these
 * names, except those that it removes.
 */
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
