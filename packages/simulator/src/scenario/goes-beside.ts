import { isPlain } from './manner.ts';
import type { WorkloadStep } from './step.ts';

/**
 * Tells whether a step begins while others of its client are under way that it need not wait for.
 *
 * What a user signs, alone or with others, has the next nonce of the account, so there the client has to be done.
 */
export function goesBeside(step: WorkloadStep): boolean {
  if (step.op === 'wait') return true;
  if (step.op !== 'transaction' || step.from !== undefined || !isPlain(step)) return false;
  return step.operations.length === 1 && step.operations[0]?.op === 'pay';
}
