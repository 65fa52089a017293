import type { Line } from '../../arbitraries/plots/scene.ts';
import { BURN } from '../../scenario/burn-address.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Draw } from '../draw.ts';
import { withOneChanged } from './one-line.ts';

/**
 * The fraction of runs that send money to the burn address: a few, for nothing can be done with it
 * there.
 */
const ODDS = 0.08;

/** In some runs, redirects one of the payments and mints to the burn address. */
export function burnt(lines: readonly Line[], draw: Draw): readonly Line[] {
  return withOneChanged(lines, draw, {
    stream: 'workload/burnt',
    odds: ODDS,
    does: isPayment,
    change: (operations) =>
      operations.map((each) => (isPayment(each) ? { ...each, to: BURN } : each)),
  });
}

function isPayment(
  operation: OperationStep,
): operation is Extract<OperationStep, { readonly op: 'pay' | 'mint' }> {
  return operation.op === 'pay' || operation.op === 'mint';
}
