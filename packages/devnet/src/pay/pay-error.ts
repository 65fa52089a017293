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

/** Refuses a field; the message names it and what was expected. */
export function invalidParams(message: string): PayError {
  return new PayError(400, message, 'INVALID_PARAMS');
}
