import { createSigner, loadEd25519, type Signer } from '@quorate/crypto';
import { type Address, hexToBytes, keccak256 } from '@quorate/protocol';

const ed25519 = loadEd25519();
const signers = new Map<string, Signer>();

/** Derives the secret key of a named fixture. Shape: 32 bytes, the same in every run. */
export function seedOf(name: string): Uint8Array {
  return hexToBytes(keccak256(new TextEncoder().encode(`quorate fixture ${name}`)));
}

/** Gives the signer of a named fixture, which is created once. */
export function signerOf(name: string): Signer {
  const known = signers.get(name);
  if (known !== undefined) return known;
  const signer = createSigner(ed25519, seedOf(name));
  signers.set(name, signer);
  return signer;
}

/** Gives the address of a named fixture. */
export function addressOf(name: string): Address {
  return signerOf(name).address;
}

/** Gives the signers of a committee, `v1` to `v<size>`. */
export function committeeOf(size: number): readonly Signer[] {
  return Array.from({ length: size }, (_, index) => signerOf(`v${index + 1}`));
}
