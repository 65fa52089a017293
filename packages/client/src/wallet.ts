import { buildEnvelope, type Committee } from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  decodeSignature,
  decodeTransaction,
  encodeSignature,
  encodeTransaction,
  factsOf,
  formatAddress,
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
import { createCommitteeChain } from './committees.ts';
import { memoryOutbox, type Outbox, type Outgoing } from './outbox.ts';
import { createTurns } from './turns.ts';

/** Settles whose wallet it is, and whom it believes. */
export interface WalletOptions {
  readonly client: Client;
  readonly signer: Signer;
  readonly networkId: NetworkId;
  /** Where signed bytes are kept before they are sent; in memory by default. */
  readonly outbox?: Outbox;
  /**
   * The committee that certificates must be signed by, or one that it has handed over to (rule P10).
   * Without it a wallet takes its proxy's word: good enough for a devnet of one's own.
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
/** What a proxy calls its refusals once it has looked at the bytes and nobody has signed (rule P4). */
const REFUSALS = ['UNEXPECTED_NONCE', 'UPSTREAM_ERROR', 'VERIFIER_SIGNATURES_INVALID'];

/** Creates a wallet. */
export function createWallet(options: WalletOptions): Wallet {
  const { client, signer, networkId, outbox = memoryOutbox(), trusted, retries = 5 } = options;
  const now = options.now ?? (() => BigInt(Date.now()) * NANOS_PER_MILLI);
  let nextNonce = 0n;
  const inTurn = createTurns();

  const chain =
    trusted &&
    createCommitteeChain({ client, pinned: trusted.committee, verifier: trusted.verifier });

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
      // Settled long ago: the nonce is used, and there is nothing to show for it.
      if (isPruned(failure)) await settle(BigInt(nonce));
      if (!isFinal(failure)) throw failure;
      // An answer that was lost may have been a success: the nonce is used, by these very bytes.
      const found = await settledAt(BigInt(nonce)).catch(async (gone: unknown) => {
        if (isPruned(gone)) await settle(BigInt(nonce));
        throw gone;
      });
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
    if (left !== undefined)
      await finish(expectOwn(left, { networkId, sender: signer.address })).catch(ignoreRefusal);
    const account = await client.account(signer.address);
    if (account.nextNonce > nextNonce) nextNonce = account.nextNonce;
    const intent = { networkId, nonce: nextNonce, timestampNanos: now(), operations };
    const outgoing = outgoingOf(buildEnvelope(intent, signer), nextNonce);
    await outbox.save(outgoing);
    return finish(outgoing);
  }

  return {
    address: signer.address,
    // In the order they were asked for here, and apart from whoever else has the outbox.
    transact: (operations) => inTurn(() => outbox.exclusively(() => transact(operations))),
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
  const { status, code } = failure;
  // With another status it comes from what stands before the proxy and has not seen the bytes.
  if (code === 'INVALID_REQUEST') return status === 400;
  return REFUSALS.includes(code);
}

// What an earlier run was refused is no business of this one; what is undecided stays in its way.
function ignoreRefusal(failure: unknown): void {
  if (!isFinal(failure) && !isPruned(failure)) throw failure;
}

/** Whether a refusal says that something has settled so long ago that its certificate is gone. */
function isPruned(failure: unknown): boolean {
  return failure instanceof ClientError && failure.code === 'CERTIFICATE_PRUNED';
}

// Neither is it ours to settle or give up what somebody else has on its way, nor does a refusal of
// one network say what becomes of it on another.
function expectOwn(
  left: Outgoing,
  own: { readonly networkId: NetworkId; readonly sender: Address },
): Outgoing {
  const { sender, nonce, networkId } = factsOf(envelopeOf(left).transaction).transaction;
  const isOwn = sender === own.sender && networkId === own.networkId;
  if (isOwn && nonce === BigInt(left.nonce)) return left;
  const text = `the outbox holds a transaction of ${formatAddress(sender)} for ${networkId}`;
  throw new ClientError('FOREIGN_OUTBOX', text);
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
