import type { OperationStep, WorkloadStep } from './step.ts';

/** Lists the operations that a step submits; none if the step is no transaction. */
export function operationsIn(step: WorkloadStep): readonly OperationStep[] {
  return step.op === 'transaction' ? step.operations : [];
}
