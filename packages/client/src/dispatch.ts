import type { Committee } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  decodeSignature,
  decodeTransaction,
  hexToBytes,
  type NetworkId,
  type TransactionCertificate,
  type TransactionEnvelope,
  type TransactionId,
  transactionId,
} from '@quorate/protocol';
import pRetry, { AbortError } from 'p-retry';
import type { Client } from './client.ts';
import { ClientError, mayRetry } from './client-error.ts';
import { createCommitteeChain } from './committees.ts';
import type { Outgoing } from './outbox.ts';

/** Settles whose transactions are sent, and whom their sender believes. */
export interface DispatchOptions {
  readonly client: Client;
  readonly sender: Address;
  readonly networkId: NetworkId;
  readonly trusted: { readonly committee: Committee; readonly verifier: Verifier } | undefined;
  /** How often the same bytes are sent again. */
  readonly retries: number;
  /** Lets go of what was sent: a nonce that is used, or undefined where it is free again. */
  readonly settle: (nonce: bigint | undefined) => Promise<void>;
}

/** Sends one signed transaction, the same bytes until it is known what becomes of it. @throws ClientError */
export type Dispatch = (outgoing: Outgoing) => Promise<TransactionCertificate>;

/** What a proxy calls its refusals once it has looked at the bytes and nobody has signed (rule P4). */
const REFUSALS = ['UNEXPECTED_NONCE', 'VERIFIER_SIGNATURES_INVALID'];

/** Creates what sends the transactions of one account. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { client, sender, networkId, trusted, retries, settle } = options;
  const chain =
    trusted &&
    createCommitteeChain({
      client,
      networkId,
      pinned: trusted.committee,
      verifier: trusted.verifier,
    });

  async function checked(
    certificate: TransactionCertificate,
    id: string,
  ): Promise<TransactionCertificate> {
    const isOurs = transactionId(certificate.envelope.transaction) === id;
    if (isOurs && (chain === undefined || (await chain.verify(certificate)))) return certificate;
    throw new ClientError('UNTRUSTED', 'the proxy calls success what no quorum has signed');
  }

  async function submitOnce(envelope: TransactionEnvelope): Promise<TransactionCertificate> {
    const result = await client.submit(envelope);
    if (result.kind !== 'Success') {
      throw new ClientError('INCOMPLETE', `the transaction lacks signatures: ${result.kind}`);
    }
    return checked(result.certificate, transactionId(envelope.transaction));
  }

  /** Finds what has settled at a nonce, if anything has. */
  async function settledAt(nonce: bigint): Promise<TransactionCertificate | undefined> {
    const [found] = await client.certificates(sender, nonce, 1);
    return found;
  }

  return async function submit({ nonce, ...bytes }: Outgoing): Promise<TransactionCertificate> {
    const envelope = envelopeOf(bytes);
    const id = transactionId(envelope.transaction);
    try {
      const certificate = await pRetry(() => attempt(() => submitOnce(envelope)), { retries });
      await settle(BigInt(nonce));
      return certificate;
    } catch (failure) {
      if (isPruned(failure)) {
        // Settled long ago: the nonce is used, and there is nothing to show for it.
        await settle(BigInt(nonce));
        throw failure;
      }
      if (!isFinal(failure)) throw keeping(failure, id);
      // An answer that was lost may have been a success: the nonce is used, by these very bytes.
      const found = await settledAt(BigInt(nonce)).catch(async (gone: unknown) => {
        if (!isPruned(gone)) throw keeping(gone, id);
        await settle(BigInt(nonce));
        throw gone;
      });
      await settle(found === undefined ? undefined : BigInt(nonce));
      if (found !== undefined && transactionId(found.envelope.transaction) === id) {
        return checked(found, id);
      }
      throw failure;
    }
  };
}

/** Stops repeating where another attempt cannot help. */
async function attempt<T>(submit: () => Promise<T>): Promise<T> {
  try {
    return await submit();
  } catch (failure) {
    if (mayRetry(failure) || !(failure instanceof Error)) throw failure;
    throw new AbortError(failure);
  }
}

/**
 * Whether a refusal says that these bytes will not settle, so that the nonce is free again.
 *
 * Whatever else goes wrong leaves that open, and then no other bytes may follow at the nonce.
 */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof ClientError)) return false;
  const { status, code, details } = failure;
  // With another status it comes from what stands before the proxy and has not seen the bytes.
  if (code === 'INVALID_REQUEST') return status === 400;
  // Without the facts it may be one validator's refusal, or its silence: others may have signed.
  if (code === 'UPSTREAM_ERROR') return details !== null;
  return REFUSALS.includes(code);
}

/** Whether a refusal says that something has settled so long ago that its certificate is gone. */
function isPruned(failure: unknown): boolean {
  return failure instanceof ClientError && failure.code === 'CERTIFICATE_PRUNED';
}

/** Says of a failure that leaves open what becomes of a transaction that its bytes are kept. */
function keeping(failure: unknown, id: TransactionId): unknown {
  if (!(failure instanceof ClientError)) return failure;
  const { code, message, status, details } = failure;
  const text = `${message}; transaction ${id} is kept, and sent again before another is signed`;
  const facts = { details, kept: id, cause: failure, ...(status === undefined ? {} : { status }) };
  return new ClientError(code, text, facts);
}

/** Reads what an outbox holds. @throws DecodeError */
export function envelopeOf(
  bytes: Pick<Outgoing, 'transaction' | 'signature'>,
): TransactionEnvelope {
  return {
    transaction: decodeTransaction(hexToBytes(bytes.transaction)),
    signature: decodeSignature(hexToBytes(bytes.signature)),
  };
}
