// The package as a whole has every hash there is, and takes a fifth of the start of a command to read.
import hashes from 'hash-wasm/dist/keccak.umd.min.js';

// The one await of the package: the WebAssembly module compiles when this module loads, and
// every later call is synchronous.
const hasher = await hashes.createKeccak(256);

/**
 * Hashes bytes with Keccak-256 in its pre-NIST padding, as Ethereum does.
 *
 * Shape: 64 lowercase hex digits.
 */
export function keccak256(bytes: Uint8Array): string {
  return hasher.init().update(bytes).digest('hex');
}
