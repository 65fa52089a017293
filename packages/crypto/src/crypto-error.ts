/**
 * Says which demand the caller did not meet.
 *
 * - `InvalidSeedLength`: a seed is not 32 bytes long.
 * - `InvalidCapacity`: a bounded memory is asked to hold fewer than two entries, or a fraction.
 * - `BackendUnavailable`: the native library cannot be loaded, or does not follow rule V3; the
 *   `cause` is what loading it threw, where it threw.
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
