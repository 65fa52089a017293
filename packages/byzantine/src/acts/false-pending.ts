import { type Message, nonceKey, openEnvelope, readableFacts } from '@quorate/core';
import { keepLatest, type TransactionEnvelope } from '@quorate/protocol';
import type { Bend } from '../bend.ts';
import type { Reach } from '../reach.ts';
import type { Stage } from '../stage.ts';
import { answering } from './answering.ts';

/** The transactions that a validator has received, by sender and nonce. */
type Signed = Map<string, TransactionEnvelope>;

/** How many of them it remembers: the act may last for days. */
const SIGNED_MAX = 1024;

/**
 * Reports as pending what an account has signed for the nonce `by` beyond its next one, if the
 * validator has received such a transaction lately.
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
      const envelope = signed.get(nonceKey(result.address, result.nextNonce + by));
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
  keepLatest(signed, nonceKey(sender, nonce), openEnvelope(envelope), SIGNED_MAX);
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
