import {
  bytesToHex,
  certificateToJson,
  encodeTransaction,
  envelopeToJson,
  factsOf,
  formatAddress,
  hexToBytes,
  parseJson,
  stringifyJson,
  transactionToJson,
} from '@quorate/protocol';
import { addressOf, anyCertificate, anyTransaction, committeeOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';

const alice = addressOf('alice');
const bytes = [...hexToBytes(alice)];

describe('an address', () => {
  it.each([
    ['bech32m', formatAddress(alice)],
    ['hex digits', alice],
    ['hex digits after 0x', `0x${alice.toUpperCase()}`],
    ['base64', Buffer.from(bytes).toString('base64')],
    ['a list of bytes', JSON.stringify(bytes)],
    ['text in JSON', JSON.stringify(formatAddress(alice))],
  ])('is shown in all forms when it is given as %s', async (_, text) => {
    const { code, out } = await quorate('decode', text, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      bech32m: formatAddress(alice),
      hex: alice,
      base64: Buffer.from(bytes).toString('base64'),
      rpc: bytes,
    });
  });
});

it('warns that a secret key looks like an address, unless it is marked as one', async () => {
  const note = /^note +.*secret key/m;
  expect((await quorate('decode', alice)).out).toMatch(note);
  expect((await quorate('decode', formatAddress(alice))).out).not.toMatch(note);
});

const committee = committeeOf(4);

describe('a transaction', () => {
  it('is the same in every form, and every form of it can be read again', async () => {
    await fc.assert(
      fc.asyncProperty(anyTransaction(), async (transaction) => {
        const { id, signingBytes } = factsOf(transaction);
        const given = [
          bytesToHex(encodeTransaction(transaction)),
          stringifyJson(transactionToJson(transaction, 'rest')),
          stringifyJson(transactionToJson(transaction, 'rpc')),
        ];
        const { out } = await quorate('decode', given[0] ?? '', '--json');
        const shown = parseJson(out);
        expect(shown).toMatchObject({
          transactionId: id,
          signature: null,
          validators: [],
          signingBytes: bytesToHex(signingBytes),
          bcs: given[0],
          rest: parseJson(given[1] ?? ''),
          rpc: parseJson(given[2] ?? ''),
        });
        for (const text of given.slice(1)) {
          const { code, out: again } = await quorate('decode', text, '--json');
          expect(code).toBe(0);
          // JSON does not tell all releases and tags apart (wire.md section 17).
          expect(parseJson(again)).toMatchObject({ rest: parseJson(given[1] ?? '') });
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is found in requests and answers, and its signatures are checked', async () => {
    await fc.assert(
      fc.asyncProperty(anyCertificate(committee), async (certificate) => {
        const { envelope, signatures } = certificate;
        const { id } = factsOf(envelope.transaction);
        const rpc = certificateToJson(certificate, 'rpc');
        const given = [
          [{ data: certificateToJson(certificate, 'rest'), meta: {} }, signatures.length],
          [{ jsonrpc: '2.0', id: 1, result: { Success: rpc } }, signatures.length],
          [{ jsonrpc: '2.0', method: 'm', params: envelopeToJson(envelope, 'rpc') }, 0],
          [[{ jsonrpc: '2.0', id: 1, result: rpc }], signatures.length],
          [{ data: [certificateToJson(certificate, 'rest')] }, signatures.length],
          [{ submitted: { at: 1, envelope: envelopeToJson(envelope, 'rest') } }, 0],
        ] as const;
        for (const [json, validators] of given) {
          const { code, out } = await quorate('decode', stringifyJson(json), '--json');
          expect(code).toBe(0);
          const shown = JSON.parse(out) as { validators: { isValid: boolean }[] };
          expect(shown).toMatchObject({ transactionId: id, signature: 'valid' });
          expect(shown.validators.map(({ isValid }) => isValid)).toEqual(
            Array.from({ length: validators }, () => true),
          );
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is shown with what is wrong with its signatures', async () => {
    const [certificate] = fc.sample(anyCertificate(committee), { numRuns: 1, seed: 1 });
    if (certificate === undefined) throw new Error('no certificate was drawn');
    const [first] = certificate.signatures;
    const forged = `${'00'.repeat(63)}01`;
    const signatures = [[first?.[0] ?? alice, forged as never] as const];
    const text = stringifyJson(certificateToJson({ ...certificate, signatures }, 'rest'));
    const { out } = await quorate('decode', text);
    expect(out).toMatch(/^signature +valid$/m);
    expect(out).toMatch(/^validator +fast1\w+ does not verify$/m);
    expect(out).toMatch(/^operation +\S/m);
  });
});

it.each([
  ['fast1zzzz', /value: expected a 32-byte address/],
  ['{"transaction": 5}', /expected/],
  ['hello', /value: expected a 32-byte address .*or a transaction/],
  ['{"jsonrpc": "2.0", "id": 1, "error": {"message": "no"}}', /value: expected .* a transaction/],
  ['[{"a": 1}, {"b": 2}]', /value: expected one transaction, got a list of 2/],
  ['5', /value: expected a 32-byte address/],
  ['[1, 2]', /value: expected a list of 32 numbers from 0 to 255/],
  ['{', /expected/],
  ['abcd'.repeat(20), /transaction: expected release tag/],
])('says what is wrong with %s', async (text, message) => {
  const { code, out, err } = await quorate('decode', text);
  expect({ code, out }).toEqual({ code: 64, out: '' });
  expect(err).toMatch(message);
  expect(err).not.toContain('internal');
});
