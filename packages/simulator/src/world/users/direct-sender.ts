import type { Message, Result } from '@quorate/core';
import {
  factsOf,
  type NamedSignature,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { QuorumAmong } from '../quorum-among.ts';

/**
 * Sends transactions directly to validators, like a party that does not follow the rules of a
 * client.
 */
export interface DirectSender {
  /** Sends a transaction. Its certificate goes to `deliver`, by default to every validator. */
  send(
    envelope: TransactionEnvelope,
    validators: readonly NodeName[],
    deliver?: readonly NodeName[],
  ): void;
}

/** The options of a direct sender. */
export interface DirectSenderOptions {
  readonly name: NodeName;
  readonly transport: Transport<Message>;
  /** The default recipients of a certificate, once there are enough signatures for one. */
  readonly validators: readonly NodeName[];
  readonly quorumAmong: QuorumAmong;
}

/** Gives the id of all requests by which a direct sender handles a transaction. */
export function directRequestId(id: TransactionId): string {
  return `direct:${id}`;
}

/**
 * Creates a sender that collects all signatures it can get and delivers every certificate it can
 * form, for any number of transactions at one nonce.
 */
export function createDirectSender(options: DirectSenderOptions): DirectSender {
  const { name, transport, validators, quorumAmong } = options;
  const pools = new Map<TransactionId, Pool>();

  transport.attach(name, (_from, message) => {
    if (message.type === 'Response') hear(message.result);
  });

  function hear(result: Result): void {
    if (result.type !== 'Signed') return;
    const pool = pools.get(result.transactionId);
    if (pool === undefined || pool.isCertified) return;
    if (pool.signatures.some(([signer]) => signer === result.validator)) return;
    pool.signatures.push([result.validator, result.signature]);
    const signatures = quorumAmong(pool.signatures);
    if (signatures === undefined) return;
    pool.isCertified = true;
    const certificate = { envelope: pool.envelope, signatures };
    const requestId = directRequestId(result.transactionId);
    for (const validator of pool.deliver) {
      transport.send(name, validator, { type: 'SubmitCertificate', requestId, certificate });
    }
  }

  return {
    send(envelope, receivers, deliver = validators) {
      const { id } = factsOf(envelope.transaction);
      if (!pools.has(id)) pools.set(id, { envelope, deliver, signatures: [], isCertified: false });
      for (const validator of receivers) {
        const requestId = directRequestId(id);
        transport.send(name, validator, { type: 'SubmitTransaction', requestId, envelope });
      }
    },
  };
}

interface Pool {
  readonly envelope: TransactionEnvelope;
  readonly deliver: readonly NodeName[];
  readonly signatures: NamedSignature[];
  isCertified: boolean;
}
