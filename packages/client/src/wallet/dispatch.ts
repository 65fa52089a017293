import type { Committee } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  factsOf,
  type NetworkId,
  stringifyJson,
  type TransactionCertificate,
  type TransactionEnvelope,
  type TransactionId,
  transactionId,
} from '@quorate/protocol';
import pRetry, { AbortError, type RetryContext } from 'p-retry';
import type { Client } from '../network/client.ts';
import { abortedBy, ClientError, mayRetry } from '../network/client-error.ts';
import { createCommitteeChain } from '../network/committees.ts';
import { envelopeOf, type Outgoing } from './outbox.ts';

/** The options of a dispatch. */
export interface DispatchOptions {
  readonly client: Client;
  readonly sender: Address;
  readonly networkId: NetworkId;
  readonly trusted: { readonly committee: Committee; readonly verifier: Verifier } | undefined;
  /** How often the same bytes are sent again. */
  readonly retries: number;
  /**
   * Ends a transaction: with its nonce when that is used, or with undefined when it is free again.
   */
  readonly settle: (nonce: bigint | undefined) => Promise<void>;
}

/**
 * Sends one signed transaction, always the same bytes, until its outcome is known.
 *
 * @throws ClientError
 */
export type Dispatch = (outgoing: Outgoing) => Promise<TransactionCertificate>;

/**
 * The codes of refusals by a proxy that has seen the bytes and knows that nobody has signed (rule
 * P4).
 */
const REFUSALS = ['UNEXPECTED_NONCE', 'VERIFIER_SIGNATURES_INVALID'];

/** Creates the dispatch for the transactions of one account. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { client, sender, networkId, trusted, settle } = options;
  const chain =
    trusted &&
    createCommitteeChain({
      client,
      networkId,
      pinned: trusted.committee,
      verifier: trusted.verifier,
    });

  async function isVouchedFor(certificate: TransactionCertificate): Promise<boolean> {
    return chain === undefined || (await chain.verify(certificate));
  }

  async function submitOnce(envelope: TransactionEnvelope): Promise<TransactionCertificate> {
    const result = await client.submit(envelope);
    if (result.kind !== 'Success') {
      throw new ClientError('INCOMPLETE', `the transaction lacks signatures: ${result.kind}`);
    }
    const { certificate } = result;
    if (await isVouchedFor(certificate)) return certificate;
    throw new ClientError('UNTRUSTED', 'the proxy calls success what no quorum has signed');
  }

  /** Gives the certificate that settled at a nonce; undefined when there is none. */
  async function settledAt(nonce: bigint): Promise<TransactionCertificate | undefined> {
    const [found] = await client.certificates(sender, nonce, 1);
    if (found === undefined || !isAt(found, sender, nonce)) return undefined;
    if (await isVouchedFor(found)) return found;
    throw new ClientError('UNTRUSTED', 'the proxy calls settled what no quorum has signed');
  }

  /**
   * Checks that an account is past a nonce. The newest certificate of an account is never pruned,
   * and a quorum signs none out of order: so the newest one proves that all before it have settled.
   */
  async function expectPassed(nonce: bigint): Promise<void> {
    if (chain === undefined) return;
    const { nextNonce } = await client.account(sender);
    const newest = nextNonce > nonce ? await settledAt(nextNonce - 1n) : undefined;
    if (newest !== undefined) return;
    throw new ClientError('UNTRUSTED', 'the proxy calls pruned what nothing shows to have settled');
  }

  /** Finds what became of a nonce after a refusal; undefined when it is free again. */
  async function fateOf(
    nonce: bigint,
    failure: unknown,
    id: TransactionId,
  ): Promise<TransactionCertificate | Pruned | undefined> {
    try {
      if (isPruned(failure)) throw failure;
      // A lost answer may have been a success: then the nonce is used by these very bytes.
      return await settledAt(nonce);
    } catch (trouble) {
      if (!isPruned(trouble)) throw trouble;
      await expectPassed(nonce);
      // What is pruned at the nonce may be a payment by another wallet of the key.
      return { failure: isNamedIn(trouble, id) ? trouble : failure };
    }
  }

  return async function submit({ nonce, ...bytes }: Outgoing): Promise<TransactionCertificate> {
    const envelope = envelopeOf(bytes);
    const id = transactionId(envelope.transaction);
    try {
      const certificate = await repeated(() => submitOnce(envelope), options);
      await endSettled(settle, BigInt(nonce));
      return certificate;
    } catch (failure) {
      if (!isPruned(failure) && !isFinal(failure)) throw keeping(failure, id);
      const fate = await fateOf(BigInt(nonce), failure, id).catch((doubt: unknown) => {
        throw keeping(doubt, id);
      });
      if (fate !== undefined) await endSettled(settle, BigInt(nonce));
      else await endRefused(settle, failure, id);
      return certificateOf(id, fate, failure);
    }
  };
}

type Settle = DispatchOptions['settle'];

/**
 * Ends what has settled, even if the outbox cannot drop it: nobody must take it for a payment that
 * failed, and make it again. What stays is sent again and settles no second time, and such an
 * outbox will hardly save another one.
 */
async function endSettled(settle: Settle, nonce: bigint): Promise<void> {
  await settle(nonce).catch(() => undefined);
}

/** Ends what was refused. If it stays in the outbox, it may still settle. */
async function endRefused(settle: Settle, failure: unknown, id: TransactionId): Promise<void> {
  await settle(undefined).catch((trouble: unknown) => {
    throw keeping(failure, id, `, because the outbox cannot drop it (${String(trouble)})`);
  });
}

/** Something settled at the nonce so long ago that its certificate is pruned. */
interface Pruned {
  /** What the caller is told. */
  readonly failure: unknown;
}

/**
 * Gives the certificate at a nonce if it belongs to the transaction; otherwise throws the reason.
 */
function certificateOf(
  id: TransactionId,
  fate: TransactionCertificate | Pruned | undefined,
  failure: unknown,
): TransactionCertificate {
  if (fate === undefined) throw failure;
  if ('failure' in fate) throw fate.failure;
  if (transactionId(fate.envelope.transaction) === id) return fate;
  throw failure;
}

/** The longest wait between two repetitions, in milliseconds, unless a server asks for more. */
const WAIT_MAX = 30_000;

/** Submits until the outcome is known, or another attempt cannot help, or the caller ends it. */
async function repeated<T>(
  submit: () => Promise<T>,
  { client: { signal }, retries }: DispatchOptions,
): Promise<T> {
  const asked = ({ error, retriesLeft }: RetryContext): Promise<void> | undefined => {
    const { retryAfter = 0 } = error as Partial<ClientError>;
    return retriesLeft === 0 || retryAfter === 0 ? undefined : pause(retryAfter * 1000, signal);
  };
  try {
    return await pRetry(() => attempt(submit), {
      retries,
      maxTimeout: WAIT_MAX,
      onFailedAttempt: asked,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (failure) {
    throw signal?.aborted === true ? abortedBy(signal) : failure;
  }
}

/** Waits for so many milliseconds, or until a signal. */
function pause(millis: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });
}

/** Stops the repetitions when another attempt cannot help. */
async function attempt<T>(submit: () => Promise<T>): Promise<T> {
  try {
    return await submit();
  } catch (failure) {
    if (mayRetry(failure) || !(failure instanceof Error)) throw failure;
    throw new AbortError(failure);
  }
}

/**
 * Tells whether a refusal means that these bytes will not settle, so that the nonce is free again.
 *
 * Any other failure leaves that open, and then no other bytes may follow at the nonce.
 */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof ClientError)) return false;
  const { status, code, details } = failure;
  // With another status it comes from a server in front of the proxy, which has not seen the bytes.
  if (code === 'INVALID_REQUEST') return status === 400;
  // Without facts it may be a single validator's refusal, or no answer from it: others may have
  // signed.
  if (code === 'UPSTREAM_ERROR') return details !== null;
  return REFUSALS.includes(code);
}

/** Tells whether a refusal means that the certificate is pruned because it settled long ago. */
function isPruned(failure: unknown): failure is ClientError {
  return failure instanceof ClientError && failure.code === 'CERTIFICATE_PRUNED';
}

/** Tells whether the facts of a refusal name a transaction. */
function isNamedIn({ details }: ClientError, id: TransactionId): boolean {
  return stringifyJson(details).includes(id);
}

/** Tells whether a certificate is of a sender at a nonce. */
function isAt({ envelope }: TransactionCertificate, sender: Address, nonce: bigint): boolean {
  const { transaction } = factsOf(envelope.transaction);
  return transaction.sender === sender && transaction.nonce === nonce;
}

/** Adds to a failure that the transaction's bytes are kept; `why` unless its outcome is unknown. */
function keeping(failure: unknown, id: TransactionId, why = ''): unknown {
  if (!(failure instanceof ClientError)) return failure;
  const { code, message, status, details, retryAfter } = failure;
  const text = `${message}; transaction ${id} is kept${why}, and sent again before another is signed`;
  const facts = {
    details,
    kept: id,
    retryAfter,
    cause: failure,
    ...(status === undefined ? {} : { status }),
  };
  return new ClientError(code, text, facts);
}
