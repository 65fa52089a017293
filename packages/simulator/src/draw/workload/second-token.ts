import type { Line } from '../../arbitraries/plots/scene.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Draw } from '../draw.ts';
import { withOneChanged } from './one-line.ts';

/** The fraction of the runs with tokens in which somebody creates two of them at once. */
const ODDS = 0.3;

/**
 * In some runs, makes whoever creates a token create another one beside it: otherwise there is
 * rarely a second one for readers to ask for in the same question.
 */
export function withSecondToken(lines: readonly Line[], draw: Draw): readonly Line[] {
  return withOneChanged(lines, draw, {
    stream: 'workload/second-token',
    odds: ODDS,
    does: ({ op }) => op === 'create-token',
    change: (operations) => operations.flatMap(withSecond),
  });
}

function withSecond(operation: OperationStep): readonly OperationStep[] {
  if (operation.op !== 'create-token') return [operation];
  return [operation, { ...operation, as: `${operation.as}-second` }];
}
