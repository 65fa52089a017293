import type { Address, TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { addressOf, anyCertificate, anyEnvelope, committeeOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certified, payment, rejectionOf, transaction } from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';

type Body = Extract<
  TransactionEnvelope['transaction'],
  { release: 'Release20260407' }
>['transaction'];

/** An envelope that cannot be encoded, as only a cast can make it. */
function impossible(overrides: Partial<Body>): TransactionEnvelope {
  return { ...payment(), transaction: transaction([], overrides) };
}

function withSignature(signature: unknown): TransactionEnvelope {
  return { ...payment(), signature: signature as TransactionEnvelope['signature'] };
}

const config = { authorizedSigners: [addressOf('alice')], quorum: 1n, nonce: 0n };

const IMPOSSIBLE: readonly [string, TransactionEnvelope][] = [
  ['a negative nonce', impossible({ nonce: -1n })],
  ['a nonce of 65 bits', impossible({ nonce: 2n ** 64n })],
  ['a sender that is not hex', impossible({ sender: 'alice' as Address })],
  ['a sender in upper case', impossible({ sender: addressOf('alice').toUpperCase() as Address })],
  ['a sender of 31 bytes', impossible({ sender: '00'.repeat(31) as Address })],
  ['half a surrogate', impossible({ networkId: '\ud800' as never })],
  ['a signature that is not hex', withSignature({ kind: 'Signature', signature: 'zz'.repeat(64) })],
  ['a signature of 65 bytes', withSignature({ kind: 'Signature', signature: '00'.repeat(65) })],
  [
    'a multisig nonce of 65 bits',
    withSignature({ kind: 'MultiSig', config: { ...config, nonce: 2n ** 64n }, signatures: [] }),
  ],
  [
    'an authorised signer that is no address',
    withSignature({
      kind: 'MultiSig',
      config: { ...config, authorizedSigners: ['…'] },
      signatures: [],
    }),
  ],
];

describe('a validator throws at nothing that a peer can send', () => {
  it.each(IMPOSSIBLE)('V1 refuses %s, submitted or certified', (_, envelope) => {
    const validator = createTestValidator();
    const before = validator.state();
    const rejection = { code: 'InvalidRequest', rule: 'V1', reason: expect.any(String) };
    expect(rejectionOf(validator.submit(envelope))).toEqual(rejection);
    const { signatures } = certified(payment());
    expect(rejectionOf(validator.deliver({ envelope, signatures }))).toEqual(rejection);
    expect(validator.state()).toBe(before);
  });

  it('S1 refuses validator names and signatures of any form', () => {
    const anyPair = fc.tuple(
      fc.oneof(fc.string(), fc.constantFrom(...committeeOf(4).map(({ address }) => address))),
      fc.oneof(fc.string(), fc.constantFrom('00'.repeat(64), '0'.repeat(127), 'Z'.repeat(128))),
    );
    fc.assert(
      fc.property(fc.array(anyPair, { maxLength: 5 }), (pairs) => {
        const validator = createTestValidator();
        const before = validator.state();
        const signatures = pairs as unknown as TransactionCertificate['signatures'];
        const answer = validator.deliver({ envelope: payment(), signatures });
        expect(rejectionOf(answer).code).toBe('InvalidCertificate');
        expect(validator.state()).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  it('V1 to V9 and S1 to S5 answer every envelope and certificate of every release', () => {
    fc.assert(
      fc.property(anyEnvelope(), anyCertificate(committeeOf(4)), (envelope, certificate) => {
        const validator = createTestValidator();
        expect(['Signed', 'Rejected']).toContain(validator.submit(envelope).type);
        expect(['Settled', 'Rejected']).toContain(validator.deliver(certificate).type);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['no sender', { sender: '' as Address }],
    ['a sender that no store key can hold', { sender: 'é'.repeat(32) as Address }],
    ['a negative nonce', { fromNonce: -1n }],
    ['a nonce of 65 bits', { fromNonce: 2n ** 64n }],
    ['no certificates', { limit: 0 }],
    ['too many certificates', { limit: 201 }],
    ['half a certificate', { limit: 0.5 }],
    ['a number that is NaN', { limit: Number.NaN }],
  ])('V1 refuses to look for %s and loads nothing', (_, overrides) => {
    const validator = createTestValidator();
    const before = validator.state();
    const message = {
      type: 'GetCertificates',
      requestId: 'r',
      select: { by: 'Sender', sender: addressOf('alice'), fromNonce: 0n, limit: 1, ...overrides },
    } as const;
    const effects = validator.hear(message);
    expect(effects).toMatchObject([
      { type: 'Reply', result: { type: 'Rejected', rejection: { code: 'InvalidRequest' } } },
    ]);
    expect(validator.state()).toBe(before);
  });
});
