/** A payment that did not happen. Source: interface document, "Payment send"; facts.md X7.4. */
export class PayError extends Error {
  override readonly name = 'PayError';
  readonly status: 400 | 500 | 503;
  /** Absent if the interface shows none. */
  readonly code: string | undefined;

  constructor(status: PayError['status'], message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The path of the payment endpoint. */
export const PAY_PATH = '/api/pay/send';

/** The body of an error of the payment endpoint; `code` is left out if there is none. */
export interface PayFailureBody {
  readonly error: string;
  readonly code?: string;
}

/** Writes the body of an error, wherever the request is refused. */
export function payFailureBody(message: string, code?: string): PayFailureBody {
  return code === undefined ? { error: message } : { error: message, code };
}

/** A field is invalid; the message names it and what was expected. */
export function invalidParams(message: string): PayError {
  return new PayError(400, message, 'INVALID_PARAMS');
}

/** A payment was not attempted. */
export function busy(reason: string): PayError {
  return new PayError(503, `Not sent: ${reason}. Nothing of it will happen; ask again.`, 'BUSY');
}
