import { type Rejection, toJsonRpcError } from '@quorate/protocol';
import { invariant } from '../invariant.ts';
import type { Progress } from './state.ts';

/** A refusal that counts, with how far the validator is that gives it. */
export interface CountedRefusal {
  readonly refusal: Rejection;
  readonly progress: Progress;
}

/**
 * Chooses, of refusals of one kind, whose facts are told (rule P4); `needed` is f + 1, and there are
 * at least so many.
 *
 * What f + 1 say alike is what a correct validator says. Else, of balances, the (f + 1)-th highest,
 * as in reads (rule P7), and of anything else what the validator says that knows most of what the
 * sender's standing rests on.
 */
export function agreedRefusal(counted: readonly CountedRefusal[], needed: number): Rejection {
  const texts = counted.map(({ refusal }) => toJsonRpcError(refusal).data);
  const alike = counted.find(
    (_, index) => texts.filter((text) => text === texts[index]).length >= needed,
  );
  const ordered = counted.toSorted(newestFirst);
  const isFunding = ordered[0]?.refusal.code === 'InsufficientFunding';
  const chosen = alike ?? ordered[isFunding ? needed - 1 : 0];
  invariant(chosen !== undefined, 'some validator refuses');
  return chosen.refusal;
}

function newestFirst(a: CountedRefusal, b: CountedRefusal): number {
  if (a.refusal.code === 'InsufficientFunding' && b.refusal.code === 'InsufficientFunding') {
    const [first, second] = [a.refusal.currentBalance, b.refusal.currentBalance];
    return first > second ? -1 : first < second ? 1 : 0;
  }
  return sizeOf(b) - sizeOf(a);
}

function sizeOf({ progress }: CountedRefusal): number {
  const { basis } = progress;
  return basis === undefined ? 0 : basis.certificates.size + basis.pruned.size + basis.brought.size;
}
