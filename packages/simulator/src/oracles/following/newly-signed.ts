import type { SubmitTransaction } from '@quorate/core';
import type { ValidatorStep } from '../oracle.ts';

/**
 * Gives the envelope that a step signed for the first time: the step answers with a signature and
 * writes.
 */
export function newlySigned({
  observation,
  changes,
}: ValidatorStep): SubmitTransaction['envelope'] | undefined {
  if (changes.length === 0) return undefined;
  const { input, effects } = observation;
  if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return undefined;
  const isSigned = effects.some(
    (effect) => effect.type === 'Reply' && effect.result.type === 'Signed',
  );
  return isSigned ? input.message.envelope : undefined;
}
