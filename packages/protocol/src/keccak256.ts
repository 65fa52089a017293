// Only this file of the package is imported: loading all hashes takes a fifth of a command's
// start-up time.
import hashes from 'hash-wasm/dist/keccak.umd.min.js';
import { bytesToHex } from './hex.ts';

let hash: (bytes: Uint8Array) => string;
// These are the only awaits in this package: the WebAssembly module compiles while this module
// loads, and every later call is synchronous.
try {
  const hasher = await hashes.createKeccak(256);
  hash = (bytes) => hasher.init().update(bytes).digest('hex');
} catch {
  // Some pages do not allow WebAssembly, for example those of browser extensions by default. They
  // use JavaScript.
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
