import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadEd25519 } from './backend.ts';
import { signatureMemory } from './signature-memory.ts';
import { createSigner, type Signer } from './signer.ts';

const PLAIN = createSigner(loadEd25519(), new Uint8Array(32).fill(5));

function counting(): { readonly signer: Signer; readonly count: () => number } {
  let count = 0;
  const sign = (message: Uint8Array) => {
    count += 1;
    return PLAIN.sign(message);
  };
  return { signer: { address: PLAIN.address, sign }, count: () => count };
}

it('signs each message once and answers as the signer would', () => {
  const byte = fc.constantFrom(0, 1);
  const messages = fc.array(fc.array(byte, { maxLength: 6 }).map((list) => Uint8Array.from(list)));
  fc.assert(
    fc.property(messages, (list) => {
      const { signer, count } = counting();
      const { sign } = signatureMemory(1_000)(signer);
      for (const message of list) expect(sign(message)).toBe(PLAIN.sign(message));
      expect(count()).toBe(new Set(list.map(String)).size);
    }),
  );
});

it('does not sign the former content of an array that was overwritten', () => {
  const { sign } = signatureMemory(10)(PLAIN);
  const reused = new Uint8Array([1, 2, 3]);
  sign(reused);
  reused.fill(7);
  expect(sign(reused)).toBe(PLAIN.sign(reused));
});
