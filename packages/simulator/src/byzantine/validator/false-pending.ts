import { type Message, openEnvelope } from '@quorate/core';
import type { Address, TransactionEnvelope } from '@quorate/protocol';
import { readableFacts } from '../../oracles/readable-facts.ts';
import type { Bend } from '../bend.ts';
import type { Reach } from '../reach.ts';
import { answering } from './answering.ts';
import type { ValidatorStage } from './stage.ts';

/** The transactions that accounts have signed, as far as a validator has received them. */
type Signed = Map<Address, Map<bigint, TransactionEnvelope>>;

/**
 * Reports as pending what an account has signed for the nonce `by` beyond its next one, if the
 * validator has received such a transaction.
 */
export function falsePending(
  by: bigint,
  reach: Reach,
  { name, addressOf }: Pick<ValidatorStage, 'name' | 'addressOf'>,
): Bend {
  const signed: Signed = new Map();
  return {
    hear: (heard) => {
      noteSigned(signed, heard.message);
      return heard;
    },
    ...answering(reach, (result) => {
      if (result.type !== 'AccountInfo') return undefined;
      const envelope = signed.get(result.address)?.get(result.nextNonce + by);
      if (envelope === undefined) return undefined;
      const pending = { kind: 'pending', envelope, signature: undefined } as const;
      return [{ ...result, pending: { ...pending, validator: addressOf(name) } }];
    }),
  };
}

function noteSigned(signed: Signed, message: Message): void {
  const envelope = envelopeIn(message);
  const facts = envelope && readableFacts(envelope);
  if (envelope === undefined || facts === undefined) return;
  const { sender, nonce } = facts.transaction;
  const own = signed.get(sender) ?? new Map<bigint, TransactionEnvelope>();
  signed.set(sender, own.set(nonce, openEnvelope(envelope)));
}

function envelopeIn(message: Message) {
  switch (message.type) {
    case 'SubmitTransaction':
      return message.envelope;
    case 'SubmitCertificate':
      return message.certificate.envelope;
    default:
      return undefined;
  }
}
