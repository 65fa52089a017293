import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeValue } from './value-writer.ts';

const anyName = fc.string().filter((text) => !/^\d+$/.test(text) && text !== '__proto__');

const { anyPlain } = fc.letrec<{ anyPlain: unknown }>((tie) => ({
  anyPlain: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(undefined, null, true, false, 0, -0, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -1),
    fc.integer(),
    fc.double(),
    fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }),
    fc.constantFrom(0n, 2n ** 64n, 2n ** 64n - 1n, -(2n ** 64n)),
    fc.string({ maxLength: 200 }),
    fc.string({ unit: fc.nat(0xff).map((code) => String.fromCharCode(code)) }),
    fc.array(tie('anyPlain'), { maxLength: 5 }),
    fc.dictionary(anyName, tie('anyPlain'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('writeValue', () => {
  it('writes what the engine reads as the same value, and leaves the room', () => {
    fc.assert(
      fc.property(anyPlain, fc.nat({ max: 9 }), (value, room) => {
        const written = writeValue(value, room);
        expect(written && deserialize(written.subarray(room))).toStrictEqual(value);
      }),
      { numRuns: 2000 },
    );
  });

  it('writes the very bytes that the engine of Node.js 20 writes, which newer ones read', () => {
    const value = { sender: 'abab', nonce: 7n, list: [1, 'two', null, true], rest: {} };
    const hex =
      'ff0f6f220673656e64657222046162616222056e6f6e63655a10070000000000' +
      '000022046c69737441044902220374776f30542400042204726573746f7b007b04';
    const written = Buffer.from(hex, 'hex');
    expect(writeValue(value, 0)).toEqual(written);
    expect(deserialize(written)).toEqual(value);
  });

  it('writes what is longer than anything before it', () => {
    // A text and the name of a field, each followed by something.
    const value = { text: 'x'.repeat(40_000), after: 1, ['n'.repeat(150_000)]: 'end' };
    const written = writeValue(value, 4);
    expect(written && deserialize(written.subarray(4))).toEqual(value);
  });

  it('writes a value that appears twice so that it reads back the same', () => {
    const shared = { a: [1n] };
    const value = { first: shared, second: [shared, shared] };
    const written = writeValue(value, 0);
    expect(written && deserialize(written)).toEqual(value);
  });

  it('writes what is frozen the same each time, within other values too', () => {
    const inner = Object.freeze({ ids: Object.freeze(['ab'.repeat(200), 'cd']), nonce: 7n });
    const outer = Object.freeze({ inner, more: 'é'.repeat(300) });
    const unseen = { inner: { ids: [...inner.ids], nonce: 7n }, more: outer.more };
    const values = [{ a: 1, inner }, outer, { outer, b: inner }, [outer, inner]];
    const plain = [{ a: 1, inner: unseen.inner }, unseen, { outer: unseen, b: unseen.inner }];
    for (const _ of [1, 2]) {
      expect(values.map((value) => writeValue(value, 0)).slice(0, 3)).toEqual(
        plain.map((value) => writeValue(value, 0)),
      );
    }
    expect(deserialize(writeValue(values[3], 0) ?? new Uint8Array())).toEqual(values[3]);
  });

  it('writes what is larger than anything before it', () => {
    const value = Array.from({ length: 5000 }, (_, index) => ({ text: 'x'.repeat(index % 90) }));
    const written = writeValue(value, 4)?.subarray(4);
    expect(written && deserialize(written)).toEqual(value);
  });

  it.each<[string, unknown]>([
    ['text beyond Latin-1', { name: 'żółw' }],
    ['a key beyond Latin-1', { ż: 1 }],
    ['a key that is an index', { 7: 'seven' }],
    ['bytes', { bytes: Uint8Array.of(1, 2) }],
    ['a map', new Map([[1, 2]])],
    ['a set', new Set([1])],
    ['an array with a hole', Array(3)],
    ['a function', { run: () => 1 }],
  ])('leaves %s to the engine', (_, value) => {
    expect(writeValue(value, 4)).toBeUndefined();
    expect(writeValue({ after: 1n }, 0)).toEqual(serialize({ after: 1n }));
  });
});
