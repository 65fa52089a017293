/** A single hash of the package `hash-wasm`, which declares types only for all of them together. */
declare module 'hash-wasm/dist/keccak.umd.min.js' {
  const hashes: Pick<typeof import('hash-wasm'), 'createKeccak'>;
  export = hashes;
}
