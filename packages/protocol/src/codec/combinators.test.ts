import { errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/json-reader.ts';
import { encodeBytes } from './codec.ts';
import { absent, list, nullable, pair, struct } from './combinators.ts';
import { U8 } from './integer-codecs.ts';
import { BOOLEAN } from './scalar-codecs.ts';

interface Sample {
  readonly isOpen: boolean;
  readonly maxLevel: number | null;
  readonly later: number | null;
}

const SAMPLE = struct<Sample>('Sample', {
  isOpen: BOOLEAN,
  maxLevel: nullable(U8),
  later: absent<number | null>(null),
});

describe('struct', () => {
  it('writes its fields in order in BCS and under snake case in JSON', () => {
    const sample = { isOpen: true, maxLevel: 7, later: null };
    expect(encodeBytes(SAMPLE, sample)).toEqual(Uint8Array.of(1, 1, 7));
    expect(SAMPLE.toJson(sample, 'rpc')).toEqual({ is_open: true, max_level: 7 });
  });

  it('takes a missing nullable field for null, and ignores unknown fields', () => {
    const sample = SAMPLE.fromJson({ is_open: false, later: 3, more: 1 }, 'rpc', 'sample');
    expect(sample).toEqual({ isOpen: false, maxLevel: null, later: null });
  });

  it.each([
    [undefined, 'MissingField', 'sample'],
    [[], 'UnexpectedType', 'sample'],
    [{}, 'MissingField', 'sample.is_open'],
    [parseJson('{"__proto__":{"is_open":true}}'), 'MissingField', 'sample.is_open'],
    [{ is_open: true, max_level: '7' }, 'UnexpectedType', 'sample.max_level'],
    [{ isOpen: true }, 'MissingField', 'sample.is_open'],
  ])('refuses %j', (json, code, path) => {
    expect(errorOf(() => SAMPLE.fromJson(json, 'rpc', 'sample'))).toMatchObject({ code, path });
  });
});

describe('list and pair', () => {
  const PAIRS = list(pair(U8, BOOLEAN));

  it.each([
    [{}, 'UnexpectedType', 'pairs'],
    [undefined, 'MissingField', 'pairs'],
    [[[1, true], [2]], 'UnexpectedType', 'pairs[1]'],
    [[[1, true, 2]], 'UnexpectedType', 'pairs[0]'],
    [[null], 'UnexpectedType', 'pairs[0]'],
    [[[256, true]], 'OutOfRange', 'pairs[0][0]'],
    [[[1, 'true']], 'UnexpectedType', 'pairs[0][1]'],
  ])('refuse %j', (json, code, path) => {
    expect(errorOf(() => PAIRS.fromJson(json, 'rpc', 'pairs'))).toMatchObject({ code, path });
  });
});
