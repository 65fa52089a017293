import { addressOf, anyAddress, anyText, errorOf } from '@quorate/testkit';
import { bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';
import { DecodeError } from './decode-error.ts';
import { hexToBytes } from './hex.ts';
import { BURN_ADDRESS } from './primitives.ts';

const ALICE = addressOf('alice');
const TEXT = formatAddress(ALICE);
const BYTES = hexToBytes(ALICE);

describe('formatAddress', () => {
  it('B2.28 writes bech32m under the prefix fast', () => {
    expect(formatAddress(BURN_ADDRESS)).toBe(
      'fast1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqr40qw',
    );
  });
});

describe('parseAddress', () => {
  it('reads bech32m, hex and base64, in every form they have', () => {
    fc.assert(
      fc.property(anyAddress(), (address) => {
        const text = formatAddress(address);
        const base64 = Buffer.from(address, 'hex').toString('base64');
        const base64url = Buffer.from(address, 'hex').toString('base64url');
        const forms = [
          text,
          text.toUpperCase(),
          address,
          address.toUpperCase(),
          `0x${address}`,
          base64,
          base64.slice(0, -1),
          base64url,
          `${base64url}=`,
        ];
        for (const form of forms) expect(parseAddress(form)).toBe(address);
      }),
    );
  });

  it('B2.28 reads set1 under its own checksum, and not with the prefix swapped', () => {
    expect(parseAddress(bech32m.encodeFromBytes('set', BYTES))).toBe(ALICE);
    const swapped = TEXT.replace('fast1', 'set1');
    expect(errorOf(() => parseAddress(swapped))).toMatchObject({ code: 'InvalidAddress' });
  });

  it('refuses any one character changed in a bech32m text', () => {
    const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
    fc.assert(
      fc.property(
        fc.integer({ min: 'fast1'.length, max: TEXT.length - 1 }),
        fc.constantFrom(...alphabet),
        (index, character) => {
          fc.pre(TEXT[index] !== character);
          const changed = TEXT.slice(0, index) + character + TEXT.slice(index + 1);
          expect(errorOf(() => parseAddress(changed))).toMatchObject({ code: 'InvalidAddress' });
        },
      ),
    );
  });

  it('does not take a truncated bech32m text for another form', () => {
    const short = TEXT.slice(0, 42);
    const readableAsBase64 = `${short}A`;
    expect(Buffer.from(readableAsBase64, 'base64')).toHaveLength(32);
    expect(errorOf(() => parseAddress(readableAsBase64))).toMatchObject({
      code: 'InvalidAddress',
      path: 'address',
    });
  });

  it.each([
    ['nothing', ''],
    ['mixed case', `F${TEXT.slice(1)}`],
    ['bech32 in its first version', bech32.encodeFromBytes('fast', BYTES)],
    ['another prefix', bech32m.encodeFromBytes('sui', BYTES)],
    ['a prefix with a 1 in it', bech32m.encodeFromBytes('fast1x', BYTES)],
    ['31 bytes of bech32m', bech32m.encodeFromBytes('fast', BYTES.subarray(1))],
    ['33 bytes of bech32m', bech32m.encodeFromBytes('fast', Uint8Array.of(0, ...BYTES))],
    ['62 hex digits', ALICE.slice(2)],
    ['66 hex digits', `${ALICE}00`],
    ['upper-case 0X', `0X${ALICE}`],
    ['a space', ` ${ALICE}`],
    ['a line feed', `${ALICE}\n`],
    ['31 bytes of base64', Buffer.from(BYTES.subarray(1)).toString('base64')],
    ['base64 with bits to spare', `${'A'.repeat(42)}B=`],
    ['base64 of two alphabets', `+_${'A'.repeat(41)}=`],
  ])('refuses %s', (_, text) => {
    const error = errorOf(() => parseAddress(text, 'params.recipient'));
    expect(error).toMatchObject({ code: 'InvalidAddress', path: 'params.recipient' });
  });

  it('answers any text with an address or a DecodeError', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.base64String()), (text) => {
        try {
          expect(parseAddress(text)).toMatch(/^[0-9a-f]{64}$/);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
    );
  });
});
