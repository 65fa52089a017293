import type { TransactionStep } from '../step.ts';

/** Tells whether the author of a step says that it is refused. */
export function meansRefusal({ outcome, code }: TransactionStep): boolean {
  return outcome === 'refused' || code !== undefined;
}
