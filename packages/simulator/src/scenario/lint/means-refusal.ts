import type { TransactionStep } from '../steps/step.ts';

/** Tells whether a step states that it is to be refused. */
export function meansRefusal({ outcome, code }: TransactionStep): boolean {
  return outcome === 'refused' || code !== undefined;
}
