import { invariant, type Message, openEnvelope } from '@quorate/core';
import { factsOf, type TransactionId } from '@quorate/protocol';
import type { GivenSignature, ValidatorStep } from './oracle.ts';

/** Follows signatures from the step that made them until they leave. */
export interface SignatureLog {
  afterStep(step: ValidatorStep): void;
  /** Gives the signature that leaves with a message, if one does. */
  leaving(validator: string, message: Message): GivenSignature | undefined;
}

/**
 * Creates an empty log.
 *
 * An answer names only the transaction, so the log keeps whose it is from the step that signed.
 */
export function createSignatureLog(): SignatureLog {
  const signed = new Map<TransactionId, Pick<GivenSignature, 'sender' | 'nonce'>>();
  return {
    afterStep({ observation: { input, effects } }) {
      const signs = effects.some(
        (effect) => effect.type === 'Reply' && effect.result.type === 'Signed',
      );
      if (!signs || input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return;
      const { id, transaction } = factsOf(openEnvelope(input.message.envelope).transaction);
      signed.set(id, { sender: transaction.sender, nonce: transaction.nonce });
    },
    leaving(validator, message) {
      if (message.type !== 'Response' || message.result.type !== 'Signed') return undefined;
      const { transactionId } = message.result;
      const known = signed.get(transactionId);
      invariant(known !== undefined, `${validator} signed ${transactionId} unseen`);
      return { validator, transactionId, ...known };
    },
  };
}
