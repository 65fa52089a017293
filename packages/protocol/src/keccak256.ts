// The package as a whole has every hash there is, and takes a fifth of the start of a command to read.
import hashes from 'hash-wasm/dist/keccak.umd.min.js';
import { bytesToHex } from './hex.ts';

let hash: (bytes: Uint8Array) => string;
// The only awaits of the package: the WebAssembly module compiles when this module loads, and
// every later call is synchronous.
try {
  const hasher = await hashes.createKeccak(256);
  hash = (bytes) => hasher.init().update(bytes).digest('hex');
} catch {
  // A page whose policy allows no WebAssembly, as that of an extension at first, does with JavaScript.
  const { keccak_256 } = await import('@noble/hashes/sha3.js');
  hash = (bytes) => bytesToHex(keccak_256(bytes));
}

/**
 * Hashes bytes with Keccak-256 in its pre-NIST padding, as Ethereum does.
 *
 * Shape: 64 lowercase hex digits.
 */
export function keccak256(bytes: Uint8Array): string {
  return hash(bytes);
}
