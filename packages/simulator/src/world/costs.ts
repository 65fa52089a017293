import type { CryptoSuite } from '@quorate/crypto';
import type { CostReport } from '../run-result.ts';

/** Counts what a run costs, whatever part of it the crypto mode really computes. */
export interface CostCounter {
  /** The crypto suite, with the same answers, which counts its calls. */
  readonly crypto: Pick<CryptoSuite, 'signer' | 'verifier'>;
  /** Adds signatures and verifications made in another thread. */
  spent(elsewhere: Pick<CostReport, 'verifications' | 'signatures'>): void;
  /** Counts a message. */
  sent(): void;
  counts(): Pick<CostReport, 'verifications' | 'signatures' | 'messages'>;
}

/** Creates the counter of a run. */
export function createCostCounter({
  signer,
  verifier,
}: Pick<CryptoSuite, 'signer' | 'verifier'>): CostCounter {
  let verifications = 0;
  let signatures = 0;
  let messages = 0;
  return {
    crypto: {
      signer: (seed) => {
        const inner = signer(seed);
        return {
          address: inner.address,
          sign: (message) => {
            signatures += 1;
            return inner.sign(message);
          },
        };
      },
      verifier: {
        isAcceptableKey: (address) => verifier.isAcceptableKey(address),
        verify: (address, message, signature) => {
          verifications += 1;
          return verifier.verify(address, message, signature);
        },
      },
    },
    spent: (elsewhere) => {
      verifications += elsewhere.verifications;
      signatures += elsewhere.signatures;
    },
    sent: () => {
      messages += 1;
    },
    counts: () => ({ verifications, signatures, messages }),
  };
}
