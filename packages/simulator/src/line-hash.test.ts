import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineHash } from './line-hash.ts';

type Piece =
  | { readonly kind: 'bytes'; readonly value: string }
  | { readonly kind: 'quoted'; readonly value: string | undefined }
  | { readonly kind: 'digits'; readonly value: number };

const plain = fc.string({
  unit: fc.constantFrom('a', ' ', '~', '"', '\\', '\n', '\u007f', 'é', '→'),
});
// Some are longer than what goes over to native code at once, some just fill it.
const long = fc
  .tuple(plain, fc.integer({ min: 10_000, max: 40_000 }))
  .map(([text, length]) => `${text}${'x'.repeat(length)}`);
const text = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: long });
const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ kind: fc.constant('bytes' as const), value: text }),
  fc.record({ kind: fc.constant('quoted' as const), value: fc.option(text, { nil: undefined }) }),
  fc.record({ kind: fc.constant('digits' as const), value: fc.maxSafeNat() }),
);

/** Says what a piece is as text. */
function spelt({ kind, value }: Piece): string {
  if (kind === 'quoted') return value === undefined ? 'null' : JSON.stringify(value);
  return String(value);
}

describe('createLineHash', () => {
  it('hashes the bytes of what is written, however long and wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const lines = createLineHash();
        for (const each of pieces) {
          if (each.kind === 'bytes') lines.bytes(Buffer.from(each.value));
          else if (each.kind === 'quoted') lines.quoted(each.value);
          else lines.digits(each.value);
        }
        const whole = pieces.map(spelt).join('');
        expect(lines.digest()).toBe(createHash('sha256').update(whole).digest('hex'));
      }),
      { numRuns: 300 },
    );
  });

  it('writes every count of digits', () => {
    for (let digits = 1; digits <= 15; digits += 1) {
      for (const value of [10 ** (digits - 1), 10 ** digits - 1]) {
        const lines = createLineHash();
        lines.digits(value);
        expect(lines.digest()).toBe(createHash('sha256').update(`${value}`).digest('hex'));
      }
    }
  });
});
