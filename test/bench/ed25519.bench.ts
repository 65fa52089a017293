import { loadEd25519 } from '@quorate/crypto';
import { bench, describe } from 'vitest';

const seed = new Uint8Array(32).fill(7);
const message = new Uint8Array(256).fill(1);

describe.each(['sodium', 'noble'] as const)('Ed25519 on %s', (backend) => {
  const ed25519 = loadEd25519(backend);
  const publicKey = ed25519.publicKey(seed);
  const signature = ed25519.sign(message, seed);

  bench('sign 256 bytes', () => {
    ed25519.sign(message, seed);
  });

  bench('verify 256 bytes', () => {
    ed25519.verify(signature, message, publicKey);
  });
});
