import { buildEnvelope, type Committee, quorumSize, verifiedFacts } from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  decodeSignature,
  decodeTransaction,
  encodeSignature,
  encodeTransaction,
  hexToBytes,
  type NetworkId,
  type Operation,
  type TransactionCertificate,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import pRetry, { AbortError } from 'p-retry';
import type { Client } from './client.ts';
import { ClientError, mayRetry } from './client-error.ts';
import { memoryOutbox, type Outbox, type Outgoing } from './outbox.ts';

/** Settles whose wallet it is, and whom it believes. */
export interface WalletOptions {
  readonly client: Client;
  readonly signer: Signer;
  readonly networkId: NetworkId;
  /** Where signed bytes are kept before they are sent; in memory by default. */
  readonly outbox?: Outbox;
  /**
   * The committee that certificates must be signed by. Without it a wallet takes its proxy's word:
   * good enough for a devnet of one's own.
   */
  readonly trusted?: { readonly committee: Committee; readonly verifier: Verifier };
  /** How often the same bytes are sent again before the caller is told; 5 by default. */
  readonly retries?: number;
  /** Nanoseconds since the Unix epoch; the host's time by default. */
  readonly now?: () => bigint;
}

/** Sends the transactions of one account, one after the other. */
export interface Wallet {
  readonly address: Address;
  /**
   * Signs one transaction of these operations and resolves once it has settled.
   *
   * The signed bytes are kept before they are sent and sent again unchanged where there is no
   * answer. What an earlier run left on its way is finished first.
   *
   * @throws ClientError
   */
  transact(operations: readonly Operation[]): Promise<TransactionCertificate>;
}

const NANOS_PER_MILLI = 1_000_000n;

/** Creates a wallet. */
export function createWallet(options: WalletOptions): Wallet {
  const { client, signer, networkId, outbox = memoryOutbox(), trusted, retries = 5 } = options;
  const now = options.now ?? (() => BigInt(Date.now()) * NANOS_PER_MILLI);
  let nextNonce = 0n;
  let last: Promise<unknown> = Promise.resolve();

  function checked(certificate: TransactionCertificate, id: string): TransactionCertificate {
    const isOurs = transactionId(certificate.envelope.transaction) === id;
    const isSigned =
      trusted === undefined ||
      verifiedFacts(certificate, {
        committees: [trusted.committee],
        quorum: quorumSize,
        verifier: trusted.verifier,
      }) !== undefined;
    if (isOurs && isSigned) return certificate;
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
    const [found] = await client.certificates(signer.address, nonce, 1);
    return found;
  }

  async function finish({ nonce, ...bytes }: Outgoing): Promise<TransactionCertificate> {
    const envelope = envelopeOf(bytes);
    const id = transactionId(envelope.transaction);
    try {
      const certificate = await pRetry(() => attempt(() => submitOnce(envelope)), { retries });
      await settle(BigInt(nonce));
      return certificate;
    } catch (failure) {
      if (!isFinal(failure)) throw failure;
      // An answer that was lost may have been a success: the nonce is used, by these very bytes.
      const found = await settledAt(BigInt(nonce));
      await settle(found === undefined ? undefined : BigInt(nonce));
      if (found !== undefined && transactionId(found.envelope.transaction) === id) {
        return checked(found, id);
      }
      throw failure;
    }
  }

  async function settle(nonce: bigint | undefined): Promise<void> {
    if (nonce !== undefined && nonce >= nextNonce) nextNonce = nonce + 1n;
    await outbox.clear();
  }

  async function transact(operations: readonly Operation[]): Promise<TransactionCertificate> {
    const left = await outbox.load();
    if (left !== undefined) await finish(left).catch(ignoreRefusal);
    const account = await client.account(signer.address);
    if (account.nextNonce > nextNonce) nextNonce = account.nextNonce;
    const intent = { networkId, nonce: nextNonce, timestampNanos: now(), operations };
    const outgoing = outgoingOf(buildEnvelope(intent, signer), nextNonce);
    await outbox.save(outgoing);
    return finish(outgoing);
  }

  return {
    address: signer.address,
    transact(operations) {
      const turn = last.then(() => transact(operations));
      // The next caller waits for the end of this one, whatever it is.
      last = turn.catch(() => undefined);
      return turn;
    },
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

/** Whether a refusal says that these bytes will not settle, so that the nonce is free again. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof ClientError)) return false;
  return !mayRetry(failure) && !['UNREADABLE', 'UNTRUSTED', 'INCOMPLETE'].includes(failure.code);
}

// What an earlier run was refused is no business of this one; what is undecided stays in its way.
function ignoreRefusal(failure: unknown): void {
  if (!isFinal(failure)) throw failure;
}

function outgoingOf({ transaction, signature }: TransactionEnvelope, nonce: bigint): Outgoing {
  return {
    nonce: String(nonce),
    transaction: bytesToHex(encodeTransaction(transaction)),
    signature: bytesToHex(encodeSignature(signature)),
  };
}

function envelopeOf(bytes: Pick<Outgoing, 'transaction' | 'signature'>): TransactionEnvelope {
  return {
    transaction: decodeTransaction(hexToBytes(bytes.transaction)),
    signature: decodeSignature(hexToBytes(bytes.signature)),
  };
}
