import {
  decodeEnvelope,
  encodeEnvelope,
  type Message,
  openEnvelope,
  type Result,
} from '@quorate/core';
import {
  type Address,
  DecodeError,
  type HexBytes,
  type Signature,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';
import { flipBits } from './flip-bits.ts';
import type { Anatomy } from './troubles.ts';

/** Damages a list of hex values; the result has as many values of the same lengths. */
type Damage = <T extends readonly string[]>(parts: T) => T;

/**
 * The parts of messages in which bits can flip.
 *
 * Bits flip in the bytes of transactions, in signatures, names of signers and ids: in what a
 * receiver can check. A node decodes a submission itself (rule V1); any other message that does not
 * decode is lost. Messages without such parts are lost too: a receiver could not notice the damage
 * and would believe the network about something that only the sender can know.
 */
export const messageAnatomy: Anatomy<Message> = {
  isResponse: ({ type }) => type === 'Response',
  corrupt(message, hits) {
    try {
      return damaged(message, (parts) => flipBits(parts, hits) as typeof parts);
    } catch (error) {
      if (error instanceof DecodeError) return undefined;
      throw error;
    }
  },
};

function damaged(message: Message, damage: Damage): Message | undefined {
  switch (message.type) {
    case 'SubmitTransaction':
    case 'CheckTransaction': {
      const { transaction, signature } = encodeEnvelope(openEnvelope(message.envelope));
      const [first, second] = damage([transaction, signature] as const);
      return { ...message, envelope: { transaction: first, signature: second } };
    }
    case 'SubmitCertificate':
    case 'AnnounceChange':
      return { ...message, certificate: damagedCertificate(message.certificate, damage) };
    case 'Response': {
      const result = damagedResult(message.result, damage);
      return result === undefined ? undefined : { ...message, result };
    }
    case 'GetCertificates':
    case 'GetAccountInfo':
    case 'GetTokenInfo':
    case 'GetPending':
    case 'GetEscrowJobs':
    case 'GetSnapshot':
    case 'Execute':
      return undefined;
  }
}

function damagedResult(result: Result, damage: Damage): Result | undefined {
  switch (result.type) {
    case 'Signed': {
      const { validator, signature, transactionId } = result;
      const parts: readonly [Address, Signature, TransactionId] = [
        validator,
        signature,
        transactionId,
      ];
      const [name, signed, id] = damage(parts);
      return { ...result, validator: name, signature: signed, transactionId: id };
    }
    case 'Success':
      return { ...result, certificate: damagedCertificate(result.certificate, damage) };
    case 'Certificates': {
      const [first, ...others] = result.certificates;
      if (first === undefined) return undefined;
      return { ...result, certificates: [damagedCertificate(first, damage), ...others] };
    }
    case 'IncompleteMultiSig':
    case 'IncompleteVerifierSigs': {
      const { transaction, signature } = encodeEnvelope(result.envelope);
      const [first, second] = damage([transaction, signature] as const);
      return { ...result, envelope: decodeEnvelope({ transaction: first, signature: second }) };
    }
    case 'SnapshotPart': {
      const { part, signature } = result.signed;
      const [validator, signed] = damage([part.validator, signature] as const);
      return { ...result, signed: { part: { ...part, validator }, signature: signed } };
    }
    case 'Admissible':
    case 'EpochStatus':
    case 'Settled':
    case 'AccountInfo':
    case 'TokenInfo':
    case 'EscrowJobs':
    case 'PendingTransactions':
    case 'Rejected':
      return undefined;
  }
}

function damagedCertificate(
  { envelope, signatures }: TransactionCertificate,
  damage: Damage,
): TransactionCertificate {
  const { transaction, signature } = encodeEnvelope(envelope);
  const parts: readonly string[] = [transaction, signature, ...signatures.flat()];
  const [first = '', second = '', ...rest] = damage(parts);
  return {
    envelope: decodeEnvelope({ transaction: first as HexBytes, signature: second as HexBytes }),
    signatures: signatures.map((_, index) => [
      rest[2 * index] as Address,
      rest[2 * index + 1] as Signature,
    ]),
  };
}
