import { plainText } from '../../plain-text.ts';
import { isPlain } from './manner.ts';
import type { WorkloadStep } from './step.ts';

/**
 * Tells whether a step may begin while earlier steps of its client are still under way.
 *
 * Whatever a user signs, alone or with others, takes the next nonce of the account, so the client
 * has to be done before. But if a member repeats at once a step that it did not wait for, it gives
 * the signature that it has given already.
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
