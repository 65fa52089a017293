import { buildEnvelope, type Committee } from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  encodeSignature,
  encodeTransaction,
  factsOf,
  formatAddress,
  type NetworkId,
  type Operation,
  type TransactionCertificate,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import type { Client } from '../network/client.ts';
import { ClientError } from '../network/client-error.ts';
import {
  able,
  networkId as checkNetworkId,
  fields,
  object,
  optional,
  unsigned,
  whole,
} from '../values/check-shape.ts';
import { checkCommittee, checkOperations } from '../values/operation-shape.ts';
import { createDispatch } from './dispatch.ts';
import { envelopeOf, memoryOutbox, type Outbox, type Outgoing } from './outbox.ts';
import { createTurns } from './turns.ts';

/** The options of a wallet. */
export interface WalletOptions {
  readonly client: Client;
  readonly signer: Signer;
  readonly networkId: NetworkId;
  /** Where signed bytes are kept before they are sent; in memory by default. */
  readonly outbox?: Outbox;
  /**
   * The trusted committee: certificates must be signed by it or by one that it has handed over to
   * (rule P10). Without it the wallet trusts its proxy, which is enough for one's own devnet.
   */
  readonly trusted?: { readonly committee: Committee; readonly verifier: Verifier };
  /** How often the same bytes are sent again before the call fails; 5 by default. */
  readonly retries?: number;
  /** Gives the time in nanoseconds since the Unix epoch; by default the time of the host. */
  readonly now?: () => bigint;
}

/** Sends the transactions of one account, one after the other. */
export interface Wallet {
  readonly address: Address;
  /**
   * Signs one transaction with these operations, and resolves once it has settled.
   *
   * The signed bytes are saved before they are sent, and sent again unchanged when there is no
   * answer. A transaction left unfinished by an earlier run is finished first.
   *
   * @throws ClientError; or DecodeError for operations with a missing or malformed field, before
   * anything is sent
   */
  transact(operations: readonly Operation[]): Promise<TransactionCertificate>;
  /**
   * Finishes the transaction in the outbox and signs nothing; undefined when the outbox is empty.
   *
   * @throws ClientError: with `kept` when the transaction stays in the outbox, without it when it
   * was refused
   */
  finish(): Promise<TransactionCertificate | undefined>;
}

const PARTS = fields({
  client: able('what createClient gives', 'account', 'submit'),
  signer: able('what signerOf gives', 'sign'),
  outbox: optional(
    able('an outbox, such as memoryOutbox gives', 'load', 'save', 'clear', 'exclusively'),
  ),
  trusted: optional(object),
  now: optional(able('a function that tells nanoseconds', 'call')),
});
const TRUSTED = fields({ verifier: able('what createVerifier gives', 'verify') });
const RETRIES = whole(0, Number.MAX_SAFE_INTEGER);
const NANOS = unsigned(128n);
const NANOS_PER_MILLI = 1_000_000n;

/**
 * Creates a wallet.
 *
 * @throws DecodeError for an option of the wrong type
 */
export function createWallet(options: WalletOptions): Wallet {
  checkOptions(options);
  const { client, signer, networkId, outbox = memoryOutbox(), trusted, retries = 5 } = options;
  const { now = hostNow } = options;
  // The nonce after the last transaction that settled here. A higher one reported by a proxy is
  // used for one attempt only: otherwise a single wrong answer would make the wallet sign ahead of
  // its account from then on.
  let nextNonce = 0n;
  const inTurn = createTurns();
  const submit = createDispatch({
    client,
    sender: signer.address,
    networkId,
    trusted,
    retries,
    settle,
  });

  async function settle(nonce: bigint | undefined): Promise<void> {
    if (nonce !== undefined && nonce >= nextNonce) nextNonce = nonce + 1n;
    await outbox.clear();
  }

  async function finish(): Promise<TransactionCertificate | undefined> {
    const left = await outbox.load();
    return left && submit(expectOwn(left, { networkId, sender: signer.address }));
  }

  async function send(
    operations: readonly Operation[],
    nonce: bigint,
  ): Promise<TransactionCertificate> {
    const intent = { networkId, nonce, timestampNanos: now(), operations };
    const outgoing = outgoingOf(buildEnvelope(intent, signer), nonce);
    await saveIn(outbox, outgoing);
    return submit(outgoing);
  }

  /**
   * Gives the nonce for the next transaction. A proxy is asked, because others may have sent for the
   * account; nothing proves the answer. It can be lower than expected if the network was restored
   * to an earlier state, as from a snapshot of a devnet; then nothing has settled at that nonce. A
   * wallet with a trusted committee does not believe its proxy in this, and never signs twice for a
   * nonce.
   */
  async function dueNonce(): Promise<bigint> {
    const { nextNonce: told } = await client.account(signer.address);
    if (told >= nextNonce) return told;
    if (trusted !== undefined || !(await isFree(told, options))) return nextNonce;
    nextNonce = told;
    return told;
  }

  /**
   * Gives the nonce to go on at after a proxy had reported one that is too high. Only a wallet that
   * trusts its proxy believes it.
   */
  async function lowerNonce(failure: unknown, refused: bigint): Promise<bigint | undefined> {
    if (!isOfNonce(failure) || trusted !== undefined) return undefined;
    const due = await dueNonce();
    return due < refused ? due : undefined;
  }

  async function transact(operations: readonly Operation[]): Promise<TransactionCertificate> {
    checkOperations(operations, 'operations');
    await finish().catch(ignoreRefusal);
    const nonce = await dueNonce();
    try {
      return await send(operations, nonce);
    } catch (failure) {
      const lower = await lowerNonce(failure, nonce);
      if (lower !== undefined) return send(operations, lower);
      throw trusted === undefined ? failure : explained(failure, nextNonce);
    }
  }

  return {
    address: signer.address,
    // In the order of the calls, and never at the same time as another user of the outbox.
    transact: (operations) => inTurn(() => outbox.exclusively(() => transact(operations))),
    finish: () => inTurn(() => outbox.exclusively(finish)),
  };
}

/** Tells whether the proxy says that nothing has settled from a nonce on. */
async function isFree(nonce: bigint, { client, signer }: WalletOptions): Promise<boolean> {
  try {
    return (await client.certificates(signer.address, nonce, 1)).length === 0;
  } catch (failure) {
    if (!(failure instanceof ClientError)) throw failure;
    return false;
  }
}

// A failure may come after the bytes have been stored. A caller who is told that they could not be
// saved asks again, so they must not be sent later.
async function saveIn(outbox: Outbox, outgoing: Outgoing): Promise<void> {
  try {
    await outbox.save(outgoing);
  } catch (failure) {
    await outbox.clear().catch(() => undefined);
    throw failure;
  }
}

/** The host's clock gives milliseconds. */
function hostNow(): bigint {
  return BigInt(Date.now()) * NANOS_PER_MILLI;
}

function checkOptions(options: WalletOptions): void {
  object(options, 'options');
  const { networkId, trusted, retries = 0, now = hostNow } = options;
  checkNetworkId(networkId, 'networkId');
  PARTS(options, 'options');
  if (retries !== Number.POSITIVE_INFINITY) RETRIES(retries, 'retries');
  if (trusted !== undefined) {
    checkCommittee(trusted.committee, 'trusted.committee');
    TRUSTED(trusted, 'trusted');
  }
  NANOS(now(), 'now()');
}

// A refusal of a transaction from an earlier run does not matter here. An undecided one blocks the
// wallet.
function ignoreRefusal(failure: unknown): void {
  if (!(failure instanceof ClientError) || failure.kept !== undefined) throw failure;
}

// If the bytes are kept, their nonce is not free.
function isOfNonce(failure: unknown): failure is ClientError {
  if (!(failure instanceof ClientError)) return false;
  return failure.code === 'UNEXPECTED_NONCE' && failure.kept === undefined;
}

/**
 * Says more of a refusal because the account is at a nonce that the wallet has seen used. A wallet
 * with a trusted committee does not go back by itself: a proxy that lies could make it sign twice.
 */
function explained(failure: unknown, nextNonce: bigint): unknown {
  if (!isOfNonce(failure)) return failure;
  const { code, message, status, details, cause } = failure;
  const { expected_nonce: expected } = { ...(details as { readonly expected_nonce?: number }) };
  if (expected === undefined || BigInt(expected) >= nextNonce) return failure;
  const text = `${message}; this wallet has a certificate at nonce ${nextNonce - 1n}, so either the network was put back to an earlier state, as by a snapshot or a reset, or the proxy is wrong: if you know that it was put back, create a new wallet`;
  return new ClientError(code, text, {
    details,
    cause,
    ...(status === undefined ? {} : { status }),
  });
}

// A transaction of another account is not for this wallet to finish or to drop, and a refusal by
// one network does not show what becomes of it on another.
function expectOwn(
  left: Outgoing,
  own: { readonly networkId: NetworkId; readonly sender: Address },
): Outgoing {
  const { transaction } = envelopeOf(left);
  const { sender, nonce, networkId } = factsOf(transaction).transaction;
  const isOwn = sender === own.sender && networkId === own.networkId;
  if (isOwn && nonce === BigInt(left.nonce)) return left;
  const text = `the outbox holds a transaction of ${formatAddress(sender)} for ${networkId}`;
  throw new ClientError('FOREIGN_OUTBOX', text, { kept: transactionId(transaction) });
}

function outgoingOf({ transaction, signature }: TransactionEnvelope, nonce: bigint): Outgoing {
  return {
    nonce: String(nonce),
    transaction: bytesToHex(encodeTransaction(transaction)),
    signature: bytesToHex(encodeSignature(signature)),
  };
}
