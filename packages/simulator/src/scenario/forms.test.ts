import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  choice,
  duration,
  flag,
  is,
  listOf,
  mapping,
  mark,
  named,
  node,
  orElse,
  together,
  unless,
} from './forms.ts';

const nothing = mapping('Does nothing.', { kind: is('nothing') });
const everything = mapping('Has a key of every sort.', {
  kind: is('everything'),
  to: node('Whom.'),
  'amount?': amount('How much.'),
  'delay?': orElse(duration('How late.'), '1 s'),
  'names?': unless(listOf('Who.', node('A name.')), ({ to = '' }) => [to]),
  'isLast?': mark('Whether it is the last.', true),
  inOther: named('other', unless(flag('Whether in another way.'), false)),
  bounds: together({ 'least?': duration('At least.'), 'most?': duration('At most.') }),
});
const form = choice('One of two.', 'kind', [nothing, everything]);

const names = fc.constantFrom('alice', 'bob');
const spans = fc.bigInt(0n, 10n ** 12n);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anything = fc.record({
  kind: fc.constant('everything' as const),
  to: names,
  amount: maybe(fc.bigInt(0n, 2n ** 70n)),
  delay: spans,
  names: fc.array(names),
  isLast: maybe(fc.constant(true as const)),
  inOther: fc.boolean(),
  bounds: fc.record({ least: maybe(spans), most: maybe(spans) }),
});

describe('a form', () => {
  it('loads what it states', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(form.load(form.state(value))).toEqual(value);
      }),
    );
  });

  it('fills in defaults, also those that follow from the keys beside them', () => {
    expect(form.load({ kind: 'everything', to: 'bob' })).toEqual({
      kind: 'everything',
      to: 'bob',
      delay: 1_000_000_000n,
      names: ['bob'],
      inOther: false,
      bounds: {},
    });
  });

  it('states defaults, but for silent ones', () => {
    expect(form.state(form.load({ kind: 'everything', to: 'bob', other: false }))).toEqual({
      kind: 'everything',
      to: 'bob',
      delay: '1 s',
    });
    expect(form.state(form.load({ kind: 'nothing' }))).toEqual({ kind: 'nothing' });
  });

  it('demands in its schema the keys that may not be left out', () => {
    expect(nothing.schema).toMatchObject({ required: ['kind'] });
    const keys = ['kind', 'to', 'amount', 'delay', 'names', 'isLast', 'other', 'least', 'most'];
    expect(everything.schema).toMatchObject({ required: ['kind', 'to'] });
    expect(Object.keys(everything.schema['properties'] as object)).toEqual(keys);
    expect(form.schema).toMatchObject({ oneOf: [nothing.schema, everything.schema] });
  });
});
