/** Reports a send that did not happen. Source: interface document, "Payment send"; facts.md X7.4. */
export class PayError extends Error {
  override readonly name = 'PayError';
  readonly status: 400 | 500 | 503;
  /** Absent where the interface shows none. */
  readonly code: string | undefined;

  constructor(status: PayError['status'], message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Where payments are asked for. */
export const PAY_PATH = '/api/pay/send';

/** What an error of the payment endpoint is written as; `code` is left out where there is none. */
export interface PayFailureBody {
  readonly error: string;
  readonly code?: string;
}

/** Writes the body of an error, whoever refuses. */
export function payFailureBody(message: string, code?: string): PayFailureBody {
  return code === undefined ? { error: message } : { error: message, code };
}

/** Refuses a field; the message names it and what was expected. */
export function invalidParams(message: string): PayError {
  return new PayError(400, message, 'INVALID_PARAMS');
}

/** Refuses a send that was not tried. */
export function busy(reason: string): PayError {
  return new PayError(503, `Not sent: ${reason}. Nothing of it will happen; ask again.`, 'BUSY');
}
