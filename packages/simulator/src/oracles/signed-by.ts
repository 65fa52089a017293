import { openEnvelope } from '@quorate/core';
import type { VersionedTransaction } from '@quorate/protocol';
import type { ValidatorStep } from './oracle.ts';

/** A signature that a validator is about to give out. */
export interface GivenSignature {
  readonly transaction: VersionedTransaction;
}

/** Gives what a step signs, or undefined for a step that gives no signature. */
export function signedBy({ observation }: ValidatorStep): GivenSignature | undefined {
  const { input, effects } = observation;
  const gives = effects.some(
    (effect) => effect.type === 'Reply' && effect.result.type === 'Signed',
  );
  if (!gives || input.type !== 'Message' || input.message.type !== 'SubmitTransaction') {
    return undefined;
  }
  return { transaction: openEnvelope(input.message.envelope).transaction };
}
