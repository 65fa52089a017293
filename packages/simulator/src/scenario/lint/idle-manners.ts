import type { Problem } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import type { TransactionStep } from '../steps/step.ts';
import { feeTokenOf } from './fee-token.ts';
import { meansRefusal } from './means-refusal.ts';
import { advice } from './piece-of-advice.ts';

/** Finds settings of how a transaction is written or signed that make no difference to it. */
export function idleManners(scenario: Scenario): readonly Problem[] {
  return scenario.workload.flatMap(({ steps }, entry) =>
    steps.flatMap((step, index) =>
      step.op === 'transaction'
        ? idleKeys(step, scenario).map(([key, message]) =>
            advice(['workload', entry, 'steps', index, key], message),
          )
        : [],
    ),
  );
}

const NATIVE = 'without cluster.fees.token a fee is paid in native tokens, so it is refused';

function idleKeys(
  step: TransactionStep,
  scenario: Scenario,
): readonly (readonly [key: string, message: string])[] {
  const { operations, feeToken, form } = step;
  const { fees } = scenario.cluster;
  const paid = feeTokenOf(scenario);
  const isUncharged = feeToken !== undefined && fees === undefined;
  const isNative = feeToken !== undefined && fees !== undefined && fees.token === undefined;
  const isOther = feeToken !== undefined && paid !== undefined && feeToken !== paid;
  const other = `fees are paid in native tokens or in "${paid}", so it is refused`;
  const isOneForm = form !== undefined && !operations.some(({ op }) => op === 'claim');
  return [
    ...(isUncharged ? [['feeToken', 'nothing costs anything without cluster.fees'] as const] : []),
    ...(isNative && !meansRefusal(step) ? [['feeToken', NATIVE] as const] : []),
    ...(isOther && !meansRefusal(step) ? [['feeToken', other] as const] : []),
    ...(isOneForm ? [['form', 'without a claim the forms are one'] as const] : []),
  ];
}
