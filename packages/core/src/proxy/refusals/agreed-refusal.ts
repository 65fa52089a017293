import { type Rejection, toJsonRpcError } from '@quorate/protocol';
import { invariant } from '../../invariant.ts';
import type { Progress } from '../state.ts';

/** A refusal that counts, with the progress of the validator that gave it. */
export interface CountedRefusal {
  readonly refusal: Rejection;
  readonly progress: Progress;
}

/**
 * Chooses which of the refusals of one kind is reported (rule P4). There are at least `needed` = f
 * + 1 of them.
 *
 * If f + 1 agree on every fact, that is what a correct validator says. Otherwise, for balances the
 * (f + 1)-th highest is chosen, as in reads (rule P7), and for anything else the refusal of the
 * validator that knows most of the sender's basis.
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
