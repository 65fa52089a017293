import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrawHash } from './draw-hash.ts';

const draw = fc.tuple(fc.constantFrom('a', 'b', 'network/a→b'), fc.nat(3));

function hashOf(draws: readonly (readonly [stream: string, value: number])[]): string {
  const hash = createDrawHash();
  for (const [stream, value] of draws) hash.listen(stream)(value);
  return hash.digest();
}

describe('createDrawHash', () => {
  it('pins the encoding: sha256sum of the lines is the hash', () => {
    const value = fc.oneof(fc.nat(2 ** 32 - 1), fc.constantFrom(0, 9, 10, 2 ** 32 - 1));
    const draws = fc.array(fc.tuple(fc.constantFrom('a', 'network/a→b'), value));
    fc.assert(
      fc.property(draws, (list) => {
        const lines = list.map(([stream, drawn]) => `${drawn} ${stream}\n`).join('');
        expect(hashOf(list)).toBe(createHash('sha256').update(lines).digest('hex'));
      }),
    );
  });

  it('is equal for equal draws and for no others', () => {
    fc.assert(
      fc.property(fc.array(draw, { maxLength: 4 }), fc.array(draw, { maxLength: 4 }), (a, b) => {
        expect(hashOf(a) === hashOf(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it('does not depend on how often it is looked at', () => {
    const hash = createDrawHash();
    hash.listen('a')(1);
    hash.digest();
    hash.listen('b')(2);
    const twice = hash.digest();
    expect(twice).toBe(hash.digest());
    expect(twice).toBe(
      hashOf([
        ['a', 1],
        ['b', 2],
      ]),
    );
  });

  it('tells apart draws beyond the first batch', () => {
    const many = Array.from({ length: 20_000 }, () => ['a', 1] as const);
    expect(hashOf([...many, ['a', 1]])).not.toBe(hashOf([...many, ['a', 2]]));
  });
});
