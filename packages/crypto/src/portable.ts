/** The part of this package that runs anywhere: no native code and no Node.js module. */
export type { Ed25519 } from './ed25519.ts';
export { createNobleEd25519 } from './noble.ts';
export { createSigner, type Signer } from './signer.ts';
export { createVerifier, type Verifier } from './verifier.ts';
