import { buildEnvelope, type Committee } from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  DecodeError,
  encodeSignature,
  encodeTransaction,
  factsOf,
  formatAddress,
  NETWORK_IDS,
  type NetworkId,
  type Operation,
  type TransactionCertificate,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import { able, fields, object, optional, unsigned, whole } from './check-shape.ts';
import type { Client } from './client.ts';
import { ClientError } from './client-error.ts';
import { createDispatch } from './dispatch.ts';
import { checkCommittee, checkOperations } from './operation-shape.ts';
import { envelopeOf, memoryOutbox, type Outbox, type Outgoing } from './outbox.ts';
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
   * @throws ClientError; DecodeError for operations that lack a field or have one of another form,
   * before anything is sent
   */
  transact(operations: readonly Operation[]): Promise<TransactionCertificate>;
  /**
   * Finishes what lies in the outbox, and signs nothing; undefined where nothing lies there.
   *
   * @throws ClientError with `kept` where it stays there, without where it was refused
   */
  finish(): Promise<TransactionCertificate | undefined>;
}

const PARTS = fields({
  client: able('what createClient gives', 'account', 'submit'),
  signer: able('what signerOf gives', 'sign'),
  outbox: optional(
    able('an outbox, such as memoryOutbox gives', 'load', 'save', 'clear', 'exclusively'),
  ),
});
const TRUSTED = fields({ verifier: able('what createVerifier gives', 'verify') });
const RETRIES = whole(0, Number.MAX_SAFE_INTEGER);
const NANOS = unsigned(128n);
const NANOS_PER_MILLI = 1_000_000n;

/**
 * Creates a wallet.
 *
 * @throws DecodeError for an option that is not of its type
 */
export function createWallet(options: WalletOptions): Wallet {
  checkOptions(options);
  const { client, signer, networkId, outbox = memoryOutbox(), trusted, retries = 5 } = options;
  const { now = hostNow } = options;
  // Behind the last that settled here. What a proxy says is higher is good for one attempt, or a single
  // wrong answer would have the wallet sign ahead of its account ever after.
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
    await outbox.save(outgoing);
    return submit(outgoing);
  }

  /** Others may have sent for the account, so a proxy is asked; nobody vouches for what it says. */
  async function toldNonce(): Promise<bigint> {
    return (await client.account(signer.address)).nextNonce;
  }

  /**
   * Gives the nonce that is due. A lower one than that behind the last payment is due where the network was
   * put back to before it, as by a snapshot of a devnet, and so nothing has settled there. Who does not trust
   * its proxy does not take its word for that, and signs for one payment at one nonce only.
   */
  async function dueNonce(): Promise<bigint> {
    const told = await toldNonce();
    if (told >= nextNonce) return told;
    if (trusted !== undefined || !(await isFree(told, options))) return nextNonce;
    nextNonce = told;
    return told;
  }

  /** Gives the nonce that a proxy names which had named too high a one, believed only by who trusts it. */
  async function lowerNonce(failure: unknown, refused: bigint): Promise<bigint | undefined> {
    if (!isOfNonce(failure) || trusted !== undefined) return undefined;
    const told = await toldNonce();
    return told < refused ? told : undefined;
  }

  async function transact(operations: readonly Operation[]): Promise<TransactionCertificate> {
    checkOperations(operations, 'operations');
    await finish().catch(ignoreRefusal);
    const nonce = await dueNonce();
    try {
      return await send(operations, nonce);
    } catch (failure) {
      const lower = await lowerNonce(failure, nonce);
      if (lower === undefined) throw failure;
      return send(operations, lower);
    }
  }

  return {
    address: signer.address,
    // In the order they were asked for here, and apart from whoever else has the outbox.
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

/** What the host's clock tells by itself is a number, of milliseconds. */
function hostNow(): bigint {
  return BigInt(Date.now()) * NANOS_PER_MILLI;
}

function checkOptions(options: WalletOptions): void {
  object(options, 'options');
  const { networkId, trusted, retries = 0, now = hostNow } = options;
  checkNetworkId(networkId);
  PARTS(options, 'options');
  if (retries !== Number.POSITIVE_INFINITY) RETRIES(retries, 'retries');
  if (trusted !== undefined) {
    checkCommittee(trusted.committee, 'trusted.committee');
    TRUSTED(trusted, 'trusted');
  }
  NANOS(now(), 'now()');
}

// Bytes that name no network can be written, not read: an outbox that held them would be of no more use.
function checkNetworkId(networkId: string): void {
  if (NETWORK_IDS.some((id) => id === networkId)) return;
  const expected = `one of ${NETWORK_IDS.join(', ')}; got ${JSON.stringify(networkId)}`;
  throw new DecodeError('OutOfRange', 'networkId', expected);
}

// What an earlier run was refused is no business of this one; what is undecided stays in its way.
function ignoreRefusal(failure: unknown): void {
  if (!(failure instanceof ClientError) || failure.kept !== undefined) throw failure;
}

// With bytes that are kept their nonce is not free.
function isOfNonce(failure: unknown): boolean {
  if (!(failure instanceof ClientError)) return false;
  return failure.code === 'UNEXPECTED_NONCE' && failure.kept === undefined;
}

// Neither is it ours to settle or give up what somebody else has on its way, nor does a refusal of
// one network say what becomes of it on another.
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
