import type { Problem } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import { advice } from './piece-of-advice.ts';

/** Finds a token that fees may be paid in and that its client does not create; a swarm creates it for who has no steps. */
export function missingFeeToken({ cluster, workload, swarm }: Scenario): readonly Problem[] {
  const of = cluster.fees?.token?.of;
  const entry = workload.find(({ client }) => client === of);
  if (of === undefined || (entry === undefined && swarm !== undefined)) return [];
  const first = entry?.steps.find(
    (step) => step.op === 'sign' || (step.op === 'transaction' && step.from === undefined),
  );
  if (first?.op === 'transaction' && first.operations[0]?.op === 'create-token') return [];
  const message = `the first operation of the first transaction of "${of}" creates no token, so there is none to pay fees in`;
  return [advice(['cluster', 'fees', 'token', 'of'], message)];
}
