import { plainText } from '../plain-text.ts';
import { isPlain } from './manner.ts';
import type { WorkloadStep } from './step.ts';

/**
 * Tells whether a step begins while others of its client are under way that it need not wait for.
 *
 * What a user signs, alone or with others, has the next nonce of the account, so there the client has to be done. But
 * what a member does not wait for and does once more right away is what it has signed already.
 */
export function goesBeside(step: WorkloadStep, before?: WorkloadStep): boolean {
  if (step.op === 'wait') return true;
  if (step.op !== 'transaction') return false;
  if (step.from !== undefined) return isGivenAgain(step, before);
  if (!isPlain(step)) return false;
  return step.operations.length === 1 && step.operations[0]?.op === 'pay';
}

function isGivenAgain(step: WorkloadStep, before: WorkloadStep | undefined): boolean {
  if (before?.op !== 'transaction' || before.await !== false) return false;
  const { await: _isAwaited, outcome: _outcome, code: _code, ...given } = before;
  const { await: _too, outcome: _ends, code: _with, ...again } = step as typeof before;
  return plainText(given) === plainText(again);
}
