import { errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/json.ts';
import { parseJson } from '../json/json-reader.ts';
import { field } from './combinators.ts';
import { U8 } from './integer-codecs.ts';
import { UNIT, variants } from './variants.ts';

type Sample = { readonly kind: 'Empty' } | { readonly kind: 'Full'; readonly level: number };

const SAMPLE = variants<Sample>('Sample', {
  Empty: { tag: 0, payload: UNIT },
  Full: { tag: 1, payload: field('level', U8) },
});

function read(json: JsonValue | undefined): Sample {
  return SAMPLE.fromJson(json, 'rpc', 'sample');
}

describe('variants', () => {
  it('writes a variant without payload as a bare string', () => {
    expect(SAMPLE.toJson({ kind: 'Empty' }, 'rpc')).toBe('Empty');
    expect(SAMPLE.toJson({ kind: 'Full', level: 7 }, 'rpc')).toEqual({ Full: 7 });
  });

  it.each(['Empty', { Empty: [] }, { Empty: {} }, { Empty: null }])(
    'reads %j, as older builds print a variant without payload',
    (json) => {
      expect(read(json)).toEqual({ kind: 'Empty' });
    },
  );

  it.each([
    ['a payload where there is none', { Empty: [1] }, 'UnexpectedType', 'sample.Empty'],
    ['a number for an empty payload', { Empty: 0 }, 'UnexpectedType', 'sample.Empty'],
    ['a bare name where there is a payload', 'Full', 'UnexpectedType', 'sample'],
    ['two names', { Empty: [], Full: 1 }, 'UnexpectedType', 'sample'],
    ['no name', {}, 'UnexpectedType', 'sample'],
    ['a list', ['Empty'], 'UnexpectedType', 'sample'],
    ['another name', { Half: 1 }, 'UnknownVariant', 'sample'],
    ['another bare name', 'Half', 'UnknownVariant', 'sample'],
    ['the name of something that objects inherit', 'toString', 'UnknownVariant', 'sample'],
    ['__proto__', parseJson('{"__proto__":[]}'), 'UnknownVariant', 'sample'],
    ['nothing', undefined, 'MissingField', 'sample'],
    ['null', null, 'UnexpectedType', 'sample'],
  ])('refuses %s', (_, json, code, path) => {
    expect(errorOf(() => read(json))).toMatchObject({ name: 'DecodeError', code, path });
  });
});
