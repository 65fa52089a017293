import type { JsonValue, TransactionId } from '@quorate/protocol';

/** Reports that a request had no good end. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /**
   * What the server calls it, such as `UNEXPECTED_NONCE` (see docs/errors.md); `UNREACHABLE` where
   * there was no answer, `UNREADABLE` for one that is not of this interface, `UNTRUSTED` for a
   * certificate that no quorum stands behind, `INCOMPLETE` for a transaction that lacks signatures,
   * `BUSY` where another process or thread sends for the same account, `FOREIGN_OUTBOX` for an outbox of
   * another account or network.
   */
  readonly code: string;
  /** The HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** The facts of a refusal, as the server wrote them. */
  readonly details: JsonValue;
  /**
   * The transaction that stays in the outbox of a wallet, because nothing says what became of it: no other
   * is signed before that is known. Undefined where there is none.
   */
  readonly kept: TransactionId | undefined;

  constructor(code: string, message: string, facts: ClientErrorFacts = {}) {
    super(message, { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.details = facts.details ?? null;
    this.kept = facts.kept;
  }
}

/** What an error carries besides its code. */
export interface ClientErrorFacts {
  readonly status?: number;
  readonly details?: JsonValue;
  readonly kept?: TransactionId;
  readonly cause?: unknown;
}

const TRANSIENT = [
  'UNREACHABLE',
  'IP_RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'QUORUM_UNREACHABLE',
  'INTERNAL_ERROR',
];
const TOO_MANY_REQUESTS = 429;

/**
 * Whether the same bytes may succeed if they are sent again: there was no answer, or one that says
 * that nothing is decided.
 */
export function mayRetry(failure: unknown): boolean {
  if (!(failure instanceof ClientError)) return false;
  const { code, status = 0, details } = failure;
  // Without facts it is one validator's refusal, or its silence (wire.md section 4).
  if (code === 'UPSTREAM_ERROR') return details === null;
  // What stands before a network speaks no JSON (facts.md F6.21), and half a success is none.
  if (code === 'UNREADABLE') return status < 400 || status >= 500 || status === TOO_MANY_REQUESTS;
  return TRANSIENT.includes(code);
}
