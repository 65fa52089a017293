import { bytesToHex } from '@quorate/protocol';
import type { Ed25519 } from './ed25519.ts';
import { RecentMap } from './recent-map.ts';
import { createSigner, type Signer } from './signer.ts';

/** The most keys that a process remembers; a cluster has fewer. */
const CAPACITY = 4_096;

/**
 * Creates signers from seeds and remembers them: deriving a key costs as much as a signature, and
 * all clusters of a campaign have the same keys.
 */
export function createKeyPool(ed25519: Ed25519): (seed: Uint8Array) => Signer {
  const signers = new RecentMap<string, Signer>(CAPACITY);
  return (seed) => {
    const name = bytesToHex(seed);
    const known = signers.get(name);
    if (known !== undefined) return known;
    const signer = createSigner(ed25519, seed);
    signers.set(name, signer);
    return signer;
  };
}
