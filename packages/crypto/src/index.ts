export { loadEd25519 } from './backend.ts';
export { CryptoError, type CryptoErrorCode } from './crypto-error.ts';
export { CRYPTO_MODES, type CryptoMode } from './crypto-mode.ts';
export { type CryptoSuite, openCrypto } from './crypto-suite.ts';
export type { Ed25519, Ed25519Backend } from './ed25519.ts';
export {
  type MemoryOptions,
  type MemoryUse,
  type RememberingVerifier,
  rememberingVerifier,
} from './remembering-verifier.ts';
export { createSigner, type Signer } from './signer.ts';
export type { SodiumNative } from './sodium.ts';
export { createVerifier, type Verifier } from './verifier.ts';
