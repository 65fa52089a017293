import type { JsonValue, TransactionId } from '@quorate/protocol';

/** A request has failed, or its outcome is unknown. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /**
   * The error code of the server, such as `UNEXPECTED_NONCE` (see docs/errors.md), or one of:
   * `UNREACHABLE` when there was no answer; `UNREADABLE` for an answer that does not belong to this
   * interface, or not to what was asked; `UNTRUSTED` for a certificate that no trusted quorum has
   * signed; `ABORTED` when the signal of the client has ended the request; `INCOMPLETE` for a
   * transaction that lacks the signatures of others; `BUSY` when another process or thread is
   * sending for the same account; `FOREIGN_OUTBOX` for an outbox of another account or network.
   */
  readonly code: string;
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** The facts of a refusal, as the server sent them; null when there are none. */
  readonly details: JsonValue;
  /**
   * The transaction that stays in the wallet's outbox because its outcome is unknown. The wallet
   * signs no other one before it is known. Undefined when there is none.
   */
  readonly kept: TransactionId | undefined;
  /** After how many seconds the server wants to be asked again; undefined if it does not say. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, facts: ClientErrorFacts = {}) {
    super(message, { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.details = facts.details ?? null;
    this.kept = facts.kept;
    this.retryAfter = facts.retryAfter;
  }
}

/** The facts of an error besides its code and message; see the fields of `ClientError`. */
export interface ClientErrorFacts {
  readonly status?: number;
  readonly details?: JsonValue;
  readonly kept?: TransactionId;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Gives the error of a request that the caller has ended. */
export function abortedBy({ reason }: AbortSignal): ClientError {
  return new ClientError('ABORTED', 'the caller has ended the request', { cause: reason });
}

/** The most seconds that a server may ask for before the same bytes are sent again. */
const RETRY_AFTER_MAX = 60;

const TRANSIENT = [
  'UNREACHABLE',
  'IP_RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'QUORUM_UNREACHABLE',
  'INTERNAL_ERROR',
];
const TOO_MANY_REQUESTS = 429;

/**
 * Tells whether sending the same bytes again may succeed: there was no answer, or one that leaves
 * the outcome open.
 */
export function mayRetry(failure: unknown): boolean {
  if (!(failure instanceof ClientError)) return false;
  const { code, status = 0, details, retryAfter = 0 } = failure;
  // Whoever asks earlier may be kept out for longer.
  if (retryAfter > RETRY_AFTER_MAX) return false;
  // Without facts it may be a single validator's refusal, or no answer from it (wire.md section 4).
  if (code === 'UPSTREAM_ERROR') return details === null;
  // Servers in front of a network do not answer in JSON (facts.md F6.21), and a truncated success
  // is not one.
  if (code === 'UNREADABLE') return status < 400 || status >= 500 || status === TOO_MANY_REQUESTS;
  return TRANSIENT.includes(code);
}
