import { UP_WITHIN_MILLIS } from '../timing/patience.ts';

/**
 * Reports that the admin interface cannot do what was requested.
 *
 * `status` is the HTTP status, `code` is the code in the body of the answer.
 */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly status: 400 | 404 | 408 | 429 | 503;
  readonly code: string;

  constructor(status: AdminError['status'], code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

/** A request is invalid; the message names the field and what was expected. */
export function invalidRequest(message: string): AdminError {
  return new AdminError(400, 'INVALID_REQUEST', message);
}

/** The devnet is closing, so nothing new can begin. */
export function closes(): AdminError {
  return new AdminError(503, 'SERVICE_UNAVAILABLE', 'the devnet closes');
}

/** The devnet closed before what a caller waits for had ended: whether it will is open. */
export function closedFirst(): AdminError {
  return new AdminError(503, 'SERVICE_UNAVAILABLE', 'the devnet closed before this had ended');
}

/** A node that was started does not serve, for this reason. */
export function notUp(name: string, reason: string): AdminError {
  return new AdminError(400, 'NODE_DOWN', `${name} did not come up: ${reason}`);
}

/** A node that was started does not serve yet. */
export function notUpInTime(name: string): AdminError {
  return new AdminError(408, 'TIMEOUT', `${name}: not up after ${UP_WITHIN_MILLIS} ms`);
}
