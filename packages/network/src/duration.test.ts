import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DurationErrorCode } from './duration.ts';
import {
  formatDuration,
  formatSignedDuration,
  parseDuration,
  parseSignedDuration,
} from './duration.ts';

describe('parseDuration', () => {
  it.each([
    ['50 ms', 50_000_000n],
    ['1.5 s', 1_500_000_000n],
    ['2 min', 120_000_000_000n],
    ['10 us', 10_000n],
    ['3 ns', 3n],
    ['1 h', 3_600_000_000_000n],
    ['50ms', 50_000_000n],
    ['0 s', 0n],
    ['0.5 min', 30_000_000_000n],
    ['1.000 ns', 1n],
    ['0.000000001 s', 1n],
  ])('reads "%s"', (text, nanos) => {
    expect(parseDuration(text)).toBe(nanos);
  });

  it.each<[string, DurationErrorCode]>([
    ['50', 'MissingUnit'],
    ['1.5', 'MissingUnit'],
    ['', 'Malformed'],
    ['ms', 'Malformed'],
    ['-5 ms', 'Malformed'],
    ['5  ms', 'Malformed'],
    [' 5 ms', 'Malformed'],
    ['5 ms ', 'Malformed'],
    ['5 ms\n', 'Malformed'],
    ['5 MS', 'Malformed'],
    ['5 days', 'Malformed'],
    ['1e3 ms', 'Malformed'],
    ['.5 s', 'Malformed'],
    ['5. s', 'Malformed'],
    ['1.5 ns', 'TooFine'],
    ['0.0000000001 s', 'TooFine'],
  ])('refuses "%s" with %s', (input, code) => {
    expect(() => parseDuration(input)).toThrow(expect.objectContaining({ code, input }));
  });

  it('shows the expected form for a bare number', () => {
    expect(() => parseDuration('50')).toThrow(
      'MissingUnit: expected a number and a unit (ns, us, ms, s, min, h) such as "50 ms", not "50"',
    );
  });
});

describe('formatDuration', () => {
  it('writes what parseDuration reads back, exactly', () => {
    const nanos = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 6n }), fc.nat(13))
      .map(([digits, zeros]) => digits * 10n ** BigInt(zeros));
    fc.assert(
      fc.property(fc.oneof(nanos, fc.bigInt({ min: 0n, max: 2n ** 64n })), (duration) => {
        expect(parseDuration(formatDuration(duration))).toBe(duration);
      }),
    );
  });

  it.each([
    [0n, '0 ns'],
    [999n, '999 ns'],
    [1_500n, '1.5 us'],
    [50_000_000n, '50 ms'],
    [1_000_001n, '1.000001 ms'],
    [63_000_000_000n, '63 s'],
    [120_000_000_000n, '2 min'],
    [5_400_000_000_000n, '90 min'],
    [7_200_000_000_000n, '2 h'],
    [3_600_000_000_001n, '3600.000000001 s'],
  ])('writes %d ns as "%s"', (nanos, text) => {
    expect(formatDuration(nanos)).toBe(text);
  });

  it('refuses a negative duration', () => {
    expect(() => formatDuration(-1n)).toThrow(
      expect.objectContaining({ code: 'Negative', input: '-1 ns' }),
    );
  });
});

describe('a duration that may count back', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), (duration) => {
        expect(parseSignedDuration(formatSignedDuration(duration))).toBe(duration);
      }),
    );
  });

  it.each([
    ['-2 s', -2_000_000_000n],
    ['1.5 ms', 1_500_000n],
    ['-0 ns', 0n],
  ])('may be "%s"', (text, nanos) => {
    expect(parseSignedDuration(text)).toBe(nanos);
  });

  it.each(['--1 s', '- 1 s', '-1'])('may not be "%s"', (text) => {
    expect(() => parseSignedDuration(text)).toThrow(
      expect.objectContaining({ name: 'DurationError' }),
    );
  });
});
