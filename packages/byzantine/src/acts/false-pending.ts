import { type Message, openEnvelope, readableFacts } from '@quorate/core';
import type { Address, TransactionEnvelope } from '@quorate/protocol';
import type { Bend } from '../bend.ts';
import type { Reach } from '../reach.ts';
import type { Stage } from '../stage.ts';
import { answering } from './answering.ts';

/** The transactions that accounts have signed, as far as a validator has received them. */
type Signed = Map<Address, Map<bigint, TransactionEnvelope>>;

/**
 * Reports as pending what an account has signed for the nonce `by` beyond its next one, if the
 * validator has received such a transaction.
 */
export function falsePending(
  by: bigint,
  reach: Reach,
  { name, addressOf }: Pick<Stage, 'name' | 'addressOf'>,
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
      const validator = addressOf(name);
      if (envelope === undefined || validator === undefined) return undefined;
      const pending = { kind: 'pending', envelope, signature: undefined, validator } as const;
      return [{ ...result, pending }];
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
