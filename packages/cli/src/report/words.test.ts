import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { about, short, whyText } from './words.ts';

describe('whyText', () => {
  it('gives the amounts of a refusal for want of funds, and nothing more of another', () => {
    const shortfall = { held: -5n, required: 7n };
    expect(whyText('InsufficientFunding', shortfall)).toBe(
      'InsufficientFunding: holds -5, needs 7',
    );
    expect(whyText('UnexpectedNonce', undefined)).toBe('UnexpectedNonce');
  });
});

describe('about', () => {
  it.each([
    [0n, '0 ns'],
    [999n, '999 ns'],
    [1_000n, '1.00 us'],
    [312_456_789n, '312 ms'],
    [31_245_678n, '31.2 ms'],
    [3_124_567n, '3.12 ms'],
    [999_999_999n, '999 ms'],
    [5_000_000_000n, '5.00 s'],
    [90_000_000_000n, '90.0 s'],
    [3_600_000_000_000n, '3600 s'],
  ])('writes %d nanoseconds as %s', (nanos, written) => {
    expect(about(nanos)).toBe(written);
  });

  it('never gives more than there is, and at most one percent less', () => {
    const size = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 53n }), (nanos) => {
        const [number = '', unit = ''] = about(nanos).split(' ');
        const said = Number(number) * size[unit as keyof typeof size];
        expect(said).toBeLessThanOrEqual(Number(nanos) * 1.000001);
        expect(said).toBeGreaterThanOrEqual(Number(nanos) * 0.99);
      }),
    );
  });
});

it.each(['0x0123456789ab', '0123456789ab'])('shortens %s', (hash) => {
  expect(short(hash)).toBe('01234567');
});
