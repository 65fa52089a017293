import {
  counted,
  DecodeError,
  type JsonValue,
  type Rejection,
  toRestError,
} from '@quorate/protocol';

/** The statuses that REST answers with when something fails. */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 429 | 500 | 502 | 503;

/** A failure as REST shows it: facts.md 6.4. */
export class RestFailure extends Error {
  override readonly name = 'RestFailure';
  readonly status: FailureStatus;
  /** Clients decide by this code alone. */
  readonly code: string;
  readonly details: JsonValue;
  /** Additional headers, for clients that read only headers. */
  readonly headers: Readonly<Record<string, string>> = {};

  constructor(status: FailureStatus, code: string, message: string, details: JsonValue = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** Turns any exception of a handler into an answer; an unforeseen one is not described. */
  static of(failure: unknown): RestFailure {
    if (failure instanceof RestFailure) return failure;
    if (failure instanceof DecodeError) return invalidRequest(failure.message);
    return new RestFailure(500, 'INTERNAL_ERROR', 'internal error');
  }
}

/** Refuses a drip that is only possible after this many seconds. */
export class Throttled extends RestFailure {
  override readonly headers: Readonly<Record<string, string>>;

  constructor(seconds: number) {
    const message = `throttled: try again in ${counted(seconds, 'second')}`;
    super(429, 'FAUCET_THROTTLED', message, { retry_after_secs: seconds });
    this.headers = { 'retry-after': String(seconds) };
  }
}

/** A request is invalid; the message names the field and what was expected. */
export function invalidRequest(message: string): RestFailure {
  return new RestFailure(400, 'INVALID_REQUEST', message);
}

/** Something does not exist. */
export function notFound(message: string): RestFailure {
  return new RestFailure(404, 'NOT_FOUND', message);
}

/** Writes a refusal of the ledger. */
export function refusal(rejection: Rejection): RestFailure {
  const { status, code, message, details } = toRestError(rejection);
  return new RestFailure(status, code, message, details);
}
