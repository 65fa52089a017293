import type { Address, Signature } from '@quorate/protocol';
import { createByteSlabs, isKept, type KeptBytes } from './byte-slab.ts';
import { RecentMap } from './recent-map.ts';
import type { Signer } from './signer.ts';
import type { Verifier } from './verifier.ts';

/** The bounds of a remembering verifier. */
export interface MemoryOptions {
  /** The most verdicts on signatures, and the most on keys, to keep; at least 2. */
  readonly capacity: number;
}

/** How often `verify` answered from memory (`hits`) and how often it computed (`misses`). */
export interface MemoryUse {
  readonly hits: number;
  readonly misses: number;
}

/** Answers like the verifier behind it, but faster when the answer is known already. */
export interface RememberingVerifier extends Verifier {
  /** Wraps a signer of this process, so that its signatures are known to be valid here. */
  rememberingSigner(signer: Signer): Signer;

  /** Gives the counts since the verifier was created. */
  use(): MemoryUse;
}

interface Verdict {
  readonly address: Address;
  readonly message: KeptBytes;
  readonly valid: boolean;
}

/**
 * Puts a bounded memory in front of a verifier. This is sound because Ed25519 is deterministic.
 *
 * Key and message are compared in full and not by a digest, so no collision can make a signature
 * count for another message. One verdict is kept for each signature, because an honest one belongs
 * to one message.
 *
 * @throws CryptoError `InvalidCapacity`
 */
export function rememberingVerifier(
  verifier: Verifier,
  options: MemoryOptions,
): RememberingVerifier {
  const verdicts = new RecentMap<Signature, Verdict>(options.capacity);
  const keys = new RecentMap<Address, boolean>(options.capacity);
  const keep = createByteSlabs();
  let hits = 0;
  let misses = 0;

  return {
    verify(address, message, signature) {
      const known = verdicts.get(signature);
      if (known?.address === address && isKept(known.message, message)) {
        hits++;
        return known.valid;
      }
      misses++;
      const valid = verifier.verify(address, message, signature);
      verdicts.set(signature, { address, message: keep(message), valid });
      return valid;
    },

    isAcceptableKey(address) {
      const known = keys.get(address);
      if (known !== undefined) return known;
      const acceptable = verifier.isAcceptableKey(address);
      keys.set(address, acceptable);
      return acceptable;
    },

    rememberingSigner({ address, sign }) {
      return {
        address,
        sign(message) {
          const signature = sign(message);
          verdicts.set(signature, { address, message: keep(message), valid: true });
          return signature;
        },
      };
    },

    use: () => ({ hits, misses }),
  };
}
