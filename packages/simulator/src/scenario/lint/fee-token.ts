import type { Problem } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import type { OperationStep, WorkloadStep } from '../steps/step.ts';
import { meansRefusal } from './means-refusal.ts';
import { advice } from './piece-of-advice.ts';

/** Gives the label of the token in which fees may be paid; undefined if none is stated. */
export function feeTokenOf(scenario: Pick<Scenario, 'cluster' | 'workload'>): string | undefined {
  const created = firstOperation(scenario);
  return created?.op === 'create-token' ? created.as : undefined;
}

/**
 * Gives the first operation of the first transaction of the client that creates the token; a
 * refused transaction uses no nonce.
 */
function firstOperation({
  cluster,
  workload,
}: Pick<Scenario, 'cluster' | 'workload'>): OperationStep | undefined {
  const of = cluster.fees?.token?.of;
  const first = workload.find(({ client }) => client === of)?.steps.find(takesNonce);
  return first?.op === 'transaction' ? first.operations[0] : undefined;
}

function takesNonce(step: WorkloadStep): boolean {
  if (step.op !== 'transaction') return step.op === 'sign';
  return step.from === undefined && !meansRefusal(step);
}

/**
 * Finds a fee token that its client does not create; a swarm creates it for a client without steps.
 */
export function missingFeeToken(scenario: Scenario): readonly Problem[] {
  const { cluster, workload, swarm } = scenario;
  const of = cluster.fees?.token?.of;
  const isIdle = !workload.some(({ client }) => client === of);
  if (of === undefined || (isIdle && swarm !== undefined)) return [];
  if (feeTokenOf(scenario) !== undefined) return [];
  const message = `the first operation of the first transaction of "${of}" creates no token, so there is none to pay fees in`;
  return [advice(['cluster', 'fees', 'token', 'of'], message)];
}
