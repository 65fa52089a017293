import type { Problem } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import type { TransactionStep } from '../step.ts';
import { meansRefusal } from './means-refusal.ts';
import { advice } from './piece-of-advice.ts';

/** Finds what is said of how a transaction is written or signed and makes no difference to it. */
export function idleManners({ workload, cluster }: Scenario): readonly Problem[] {
  return workload.flatMap(({ steps }, entry) =>
    steps.flatMap((step, index) =>
      step.op === 'transaction'
        ? idleKeys(step, cluster).map(([key, message]) =>
            advice(['workload', entry, 'steps', index, key], message),
          )
        : [],
    ),
  );
}

const NATIVE = 'without cluster.fees.token a fee is paid in native tokens, so it is refused';

function idleKeys(
  step: TransactionStep,
  { fees }: Scenario['cluster'],
): readonly (readonly [key: string, message: string])[] {
  const { operations, feeToken, form } = step;
  const isUncharged = feeToken !== undefined && fees === undefined;
  const isNative = feeToken !== undefined && fees !== undefined && fees.token === undefined;
  const isOneForm = form !== undefined && !operations.some(({ op }) => op === 'claim');
  return [
    ...(isUncharged ? [['feeToken', 'nothing costs anything without cluster.fees'] as const] : []),
    ...(isNative && !meansRefusal(step) ? [['feeToken', NATIVE] as const] : []),
    ...(isOneForm ? [['form', 'without a claim the forms are one'] as const] : []),
  ];
}
