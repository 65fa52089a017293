/** Says what is wrong with bytes or JSON that do not decode. */
export type DecodeErrorCode =
  | 'InvalidHex'
  | 'InvalidAddress'
  | 'InvalidBytes'
  | 'InvalidJson'
  | 'MissingField'
  | 'NotCanonical'
  | 'OutOfRange'
  | 'TrailingBytes'
  | 'UnexpectedType'
  | 'UnknownVariant';

/**
 * Reports input that does not decode. Codecs throw it, and the edge of the system catches it.
 *
 * `path` names the field at fault (`transaction.claim.TokenTransfer.amount`), `expected` says what
 * would be accepted there.
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  readonly code: DecodeErrorCode;
  readonly path: string;
  readonly expected: string;

  constructor(code: DecodeErrorCode, path: string, expected: string, options?: ErrorOptions) {
    super(`${path}: expected ${expected}`, options);
    this.code = code;
    this.path = path;
    this.expected = expected;
  }
}
