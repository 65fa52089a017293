/**
 * What the caller or the installation got wrong.
 *
 * - `InvalidSeedLength`: a seed is not 32 bytes long.
 * - `InvalidCapacity`: a bounded memory must hold at least two entries, and a whole number.
 * - `BackendUnavailable`: the native library cannot be loaded (then `cause` is the reason) or does
 * not follow rule V3.
 */
export type CryptoErrorCode = 'InvalidSeedLength' | 'InvalidCapacity' | 'BackendUnavailable';

/** Reports a mistake of the caller or of the installation, never of a peer. */
export class CryptoError extends Error {
  override readonly name = 'CryptoError';
  readonly code: CryptoErrorCode;

  constructor(code: CryptoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
