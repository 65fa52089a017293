import { type Message, type SubmitTransaction, signatureFault } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  bytesToHex,
  encodeSignature,
  encodeTransaction,
  factsOf,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { anyCertificate, anyEnvelope, committeeOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageAnatomy } from './message-anatomy.ts';

const SIGNERS = committeeOf(4);
const MEMBERS = new Set(SIGNERS.map(({ address }) => address));
const verifier = createVerifier(loadEd25519());

/** Without claims, which verifiers sign for themselves. */
const anyPlainCertificate = () =>
  anyCertificate(SIGNERS).filter(({ envelope }) => {
    const { signingBytes, submittedBytes } = factsOf(envelope.transaction);
    return Buffer.compare(signingBytes, submittedBytes) === 0;
  });

/** All over the message: the first bytes, which make most of it unreadable, are nothing special. */
const anyHits = fc.array(
  fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((place) => place / 1e6),
  {
    minLength: 1,
    maxLength: 8,
  },
);
const requestId = 'r1';

/** Whether the sender's and all validators' signatures hold (rule S1). */
function isSound({ envelope, signatures }: TransactionCertificate): boolean {
  const facts = factsOf(envelope.transaction);
  return (
    signatureFault(envelope.signature, facts, verifier) === undefined &&
    signatures.every(
      ([name, signature]) =>
        MEMBERS.has(name) && verifier.verify(name, facts.signingBytes, signature),
    )
  );
}

type Envelope = SubmitTransaction['envelope'];

function envelopeIn(message: Message | undefined): Envelope {
  if (message?.type !== 'SubmitTransaction') throw new Error('no submission arrived');
  return message.envelope;
}

function bytesOf({ transaction, signature }: Envelope): string {
  if (typeof transaction === 'string') return `${transaction}${signature}`;
  const signed = encodeSignature(signature as TransactionEnvelope['signature']);
  return bytesToHex(encodeTransaction(transaction)) + bytesToHex(signed);
}

function partsOf({ envelope, signatures }: TransactionCertificate): readonly string[] {
  return [bytesOf(envelope), ...signatures.flat()];
}

/** Counts the bits in which two lists of hex values differ. */
function flipsBetween(before: readonly string[], after: readonly string[]): number {
  expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length));
  const [one, other] = [before, after].map((parts) => Buffer.from(parts.join(''), 'hex'));
  const differences = one?.map((byte, index) => byte ^ (other?.[index] ?? 0)) ?? [];
  return [...differences]
    .map((byte) => byte.toString(2).replaceAll('0', '').length)
    .reduce((a, b) => a + b, 0);
}

describe('corruption of a message', () => {
  it('changes the bytes of a submission, but not their number', () => {
    fc.assert(
      fc.property(anyEnvelope(), anyHits, (envelope, hits) => {
        const message: Message = { type: 'SubmitTransaction', requestId, envelope };
        const corrupt = messageAnatomy.corrupt(message, hits);
        expect(corrupt).toMatchObject({ type: 'SubmitTransaction', requestId });
        const [before, after] = [envelope, envelopeIn(corrupt)].map(bytesOf);
        expect(after).toHaveLength(before?.length ?? 0);
        expect(after).not.toBe(before);
      }),
    );
  });

  it('makes a certificate unreadable, or one that no validator settles (S1)', () => {
    let arrived = 0;
    fc.assert(
      fc.property(anyPlainCertificate(), anyHits, (certificate, hits) => {
        expect(isSound(certificate)).toBe(true);
        const message: Message = { type: 'SubmitCertificate', requestId, certificate };
        const corrupt = messageAnatomy.corrupt(message, hits);
        if (corrupt?.type !== 'SubmitCertificate') return;
        arrived += 1;
        expect(isSound(corrupt.certificate)).toBe(false);
        const flips = flipsBetween(partsOf(certificate), partsOf(corrupt.certificate));
        expect(flips).toBeLessThanOrEqual(hits.length);
      }),
    );
    expect(arrived).toBeGreaterThan(10);
  });

  it('reaches the first of several certificates, and leaves the others', () => {
    let arrived = 0;
    const several = fc.array(anyPlainCertificate(), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(several, anyHits, (certificates, hits) => {
        const result = { type: 'Certificates', certificates } as const;
        const corrupt = messageAnatomy.corrupt({ type: 'Response', requestId, result }, hits);
        if (corrupt?.type !== 'Response' || corrupt.result.type !== 'Certificates') return;
        arrived += 1;
        const [first, ...others] = corrupt.result.certificates;
        expect(first).not.toEqual(certificates[0]);
        expect(others).toEqual(certificates.slice(1));
      }),
    );
    expect(arrived).toBeGreaterThan(10);
  });

  it('changes a signature, a name or an id of an answer', () => {
    fc.assert(
      fc.property(anyCertificate(SIGNERS), anyHits, ({ envelope, signatures }, hits) => {
        for (const [validator, signature] of signatures) {
          const { id: transactionId } = factsOf(envelope.transaction);
          const message: Message = {
            type: 'Response',
            requestId,
            result: { type: 'Signed', validator, signature, nextNonce: 3n, transactionId },
          };
          const corrupt = messageAnatomy.corrupt(message, hits);
          expect(corrupt).not.toEqual(message);
          expect(corrupt).toMatchObject({ requestId, result: { type: 'Signed', nextNonce: 3n } });
        }
      }),
    );
  });

  it.each<Message>([
    { type: 'GetTokenInfo', requestId, tokenIds: [] },
    { type: 'Execute', requestId, operations: [] },
    { type: 'Response', requestId, result: { type: 'TokenInfo', tokens: [] } },
    { type: 'Response', requestId, result: { type: 'Certificates', certificates: [] } },
  ])('leaves nothing of what nobody could check: %o', (message) => {
    expect(messageAnatomy.corrupt(message, [0.5])).toBeUndefined();
  });
});

it('takes responses for answers, and nothing else', () => {
  const response: Message = {
    type: 'Response',
    requestId,
    result: { type: 'TokenInfo', tokens: [] },
  };
  expect(messageAnatomy.isResponse(response)).toBe(true);
  expect(messageAnatomy.isResponse({ type: 'GetTokenInfo', requestId, tokenIds: [] })).toBe(false);
});
