import type { Address, Signature } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBytes } from '../test/adversary.ts';
import { loadEd25519 } from './backend.ts';
import { rememberingVerifier } from './remembering-verifier.ts';
import { createSigner, type Signer } from './signer.ts';
import { createVerifier, type Verifier } from './verifier.ts';

const ED25519 = loadEd25519();
const PLAIN = createVerifier(ED25519);
const ALICE = createSigner(ED25519, toBytes(1n));
const BOB = createSigner(ED25519, toBytes(2n));
const [EMPTY, FIRST, SECOND] = [new Uint8Array(0), toBytes(10n), toBytes(20n)];
const SIGNATURES = [ALICE, BOB].flatMap(({ sign }) => [EMPTY, FIRST, SECOND].map(sign));

interface Question {
  readonly signer: Signer;
  readonly message: Uint8Array;
  readonly signature: Signature;
}

/** Draws questions that keep reusing a few signatures under other keys and messages. */
const QUESTIONS: fc.Arbitrary<readonly Question[]> = fc.array(
  fc.record({
    signer: fc.constantFrom(ALICE, BOB),
    message: fc.constantFrom(EMPTY, FIRST, SECOND),
    signature: fc.constantFrom(...SIGNATURES, 'ff'.repeat(64) as Signature),
  }),
  { maxLength: 40 },
);

describe('rememberingVerifier', () => {
  it('answers as the verifier behind it, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), QUESTIONS, (capacity, questions) => {
        const remembering = rememberingVerifier(PLAIN, { capacity });
        for (const { signer, message, signature } of questions) {
          const expected = PLAIN.verify(signer.address, message, signature);
          expect(remembering.verify(signer.address, message, signature)).toBe(expected);
        }
        const { hits, misses } = remembering.use();
        expect(hits + misses).toBe(questions.length);
      }),
    );
  });

  it.each([
    { verdict: 'valid', signature: ALICE.sign(FIRST), expected: true },
    { verdict: 'invalid', signature: BOB.sign(FIRST), expected: false },
  ])('remembers that a signature is $verdict', ({ signature, expected }) => {
    const remembering = rememberingVerifier(PLAIN, { capacity: 10 });
    expect(remembering.verify(ALICE.address, FIRST, signature)).toBe(expected);
    expect(remembering.use()).toEqual({ hits: 0, misses: 1 });
    expect(remembering.verify(ALICE.address, FIRST, signature)).toBe(expected);
    expect(remembering.use()).toEqual({ hits: 1, misses: 1 });
  });

  it('remembers the message as it was when it was asked about', () => {
    const remembering = rememberingVerifier(PLAIN, { capacity: 10 });
    const reused = new Uint8Array(FIRST);
    const signature = ALICE.sign(reused);
    expect(remembering.verify(ALICE.address, reused, signature)).toBe(true);
    reused.set(SECOND);
    expect(remembering.verify(ALICE.address, reused, signature)).toBe(false);
  });

  it('knows without arithmetic what a signer of this process signed, and no more', () => {
    const remembering = rememberingVerifier(PLAIN, { capacity: 10 });
    const signature = remembering.rememberingSigner(ALICE).sign(FIRST);
    expect(signature).toBe(ALICE.sign(FIRST));
    expect(remembering.verify(ALICE.address, FIRST, signature)).toBe(true);
    expect(remembering.use()).toEqual({ hits: 1, misses: 0 });
    expect(remembering.verify(ALICE.address, SECOND, signature)).toBe(false);
    expect(remembering.verify(BOB.address, FIRST, signature)).toBe(false);
    expect(remembering.use()).toEqual({ hits: 1, misses: 2 });
  });

  it('asks once about each key', () => {
    const asked: Address[] = [];
    const remembering = rememberingVerifier(notingKeys(asked), { capacity: 10 });
    const burnAddress = '00'.repeat(32) as Address;
    for (const address of [ALICE.address, burnAddress, ALICE.address, burnAddress]) {
      expect(remembering.isAcceptableKey(address)).toBe(address === ALICE.address);
    }
    expect(asked).toEqual([ALICE.address, burnAddress]);
  });
});

function notingKeys(asked: Address[]): Verifier {
  return {
    verify: PLAIN.verify,
    isAcceptableKey(address) {
      asked.push(address);
      return PLAIN.isAcceptableKey(address);
    },
  };
}
