import { anyTransaction, errorOf, TRANSACTIONS } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../decode-error.ts';
import { type JsonDialect, type JsonValue, stringifyJson } from '../json/json.ts';
import { parseJson } from '../json/json-reader.ts';
import { transactionId } from './signing.ts';
import type { Release, VersionedTransaction } from './transaction.ts';
import {
  encodeTransaction,
  transactionFromJson,
  transactionToJson,
  withOtherTags,
} from './transaction-codec.ts';

const RELEASES = Object.keys(TRANSACTIONS) as Release[];
const DIALECTS: readonly JsonDialect[] = ['rpc', 'rest', 'rest-certificate'];

/** Carries a transaction over a text of JSON and back. */
function carried(versioned: VersionedTransaction, dialect: JsonDialect): VersionedTransaction {
  const text = stringifyJson(transactionToJson(versioned, dialect));
  return transactionFromJson(parseJson(text), dialect);
}

/**
 * JSON does not show the tags of a batch or claim; the sender's signature does, and here the id
 * stands for that.
 */
function withTagsOf(original: VersionedTransaction, read: VersionedTransaction) {
  const id = transactionId(original);
  return [read, withOtherTags(read)].find((each) => each && transactionId(each) === id);
}

describe.each(RELEASES)('JSON of %s', (release) => {
  it.each(DIALECTS)('reads back what it wrote as %s', (dialect) => {
    fc.assert(
      fc.property(TRANSACTIONS[release](), (versioned) => {
        const read = carried(versioned, dialect);
        expect(withTagsOf(versioned, read)).toEqual(versioned);
      }),
    );
  });

  it('loses nothing from one dialect to the next', () => {
    fc.assert(
      fc.property(TRANSACTIONS[release](), anyRoute(), (versioned, route) => {
        const arrived = withTagsOf(versioned, route.reduce(carried, versioned));
        expect(arrived).toEqual(versioned);
      }),
    );
  });

  it('reads a transaction with one value replaced, or refuses it with a DecodeError', () => {
    const scenario = fc.record({
      versioned: TRANSACTIONS[release](),
      dialect: fc.constantFrom(...DIALECTS),
      at: fc.nat(),
      value: anyReplacement(),
    });
    fc.assert(
      fc.property(scenario, ({ versioned, dialect, at, value }) => {
        const json = transactionToJson(versioned, dialect);
        const changed = withNodeReplaced(json, at % countNodes(json), value);
        try {
          encodeTransaction(transactionFromJson(changed, dialect));
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('transactionToJson', () => {
  it('prints a number as a literal with all its digits, on both sides of 2^53', () => {
    fc.assert(
      fc.property(anyTransaction(), fc.constantFrom(...DIALECTS), (versioned, dialect) => {
        const text = stringifyJson(transactionToJson(versioned, dialect));
        expect(text).toContain(`"nonce":${versioned.transaction.nonce},`);
        expect(text).toContain(`"timestamp_nanos":${versioned.transaction.timestampNanos},`);
      }),
    );
  });

  it('writes the un-versioned shape bare in JSON-RPC, and under an extra key over REST', () => {
    fc.assert(
      fc.property(TRANSACTIONS.Unversioned(), (versioned) => {
        expect(transactionToJson(versioned, 'rpc')).toHaveProperty('sender');
        for (const dialect of ['rest', 'rest-certificate'] as const) {
          expect(Object.keys(transactionToJson(versioned, dialect) as object)).toEqual([
            'Unversioned',
          ]);
        }
      }),
    );
  });
});

describe('transactionFromJson', () => {
  it('refuses an object of another shape, and names the known ones', () => {
    for (const [json, code, path] of [
      [undefined, 'MissingField', 'transaction'],
      [null, 'UnexpectedType', 'transaction'],
      ['Release20260407', 'UnexpectedType', 'transaction'],
      [[], 'UnexpectedType', 'transaction'],
      [{}, 'UnexpectedType', 'transaction'],
      [{ Release20260407: {}, Release20260508: {} }, 'UnexpectedType', 'transaction'],
      [{ Release20250101: {} }, 'UnknownVariant', 'transaction'],
      [parseJson('{"__proto__":{}}'), 'UnknownVariant', 'transaction'],
      [{ constructor: {} }, 'UnknownVariant', 'transaction'],
      [{ Release20260407: {} }, 'MissingField', 'transaction.Release20260407.network_id'],
      [{ Release20260407: null }, 'UnexpectedType', 'transaction.Release20260407'],
      [{ sender: [] }, 'OutOfRange', 'transaction.sender'],
    ] as const) {
      expect(errorOf(() => transactionFromJson(json, 'rest'))).toMatchObject({ code, path });
    }
  });

  it('repeats at most forty characters of an unknown name', () => {
    const error = errorOf(() => transactionFromJson({ ['x'.repeat(1_000_000)]: 1 }, 'rpc'));
    expect((error as DecodeError).message.length).toBeLessThan(200);
  });

  it('takes no field from a prototype', () => {
    fc.assert(
      fc.property(TRANSACTIONS.Release20260407(), (versioned) => {
        const json = transactionToJson(versioned, 'rest') as { Release20260407: object };
        const inherited = { Release20260407: Object.create(json.Release20260407) as JsonValue };
        expect(errorOf(() => transactionFromJson(inherited, 'rest'))).toMatchObject({
          code: 'MissingField',
          path: 'transaction.Release20260407.network_id',
        });
      }),
      { numRuns: 5 },
    );
  });
});

/** Chooses which dialects to go through, one after the other. */
function anyRoute(): fc.Arbitrary<JsonDialect[]> {
  return fc.array(fc.constantFrom(...DIALECTS), { minLength: 2, maxLength: 4 });
}

/** Chooses values that are wrong in most places, and right in some. */
function anyReplacement(): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    fc.constantFrom<JsonValue>(
      ...[null, true, 0, -1, 1.5, 255, 256, 2 ** 53, 2n ** 64n, -1n, 2n ** 128n, Number.NaN],
      ...['', '0', 'ff', '0x', '-1', '\ud800', 'f'.repeat(81), '9'.repeat(80), '00'.repeat(32)],
      ...[[], {}, [null], ['Add'], { Add: [] }, { LeaveCommittee: [] }, 'LeaveCommittee'],
    ),
    fc.jsonValue().map((value) => parseJson(JSON.stringify(value, withoutFractions))),
  );
}

// The parser refuses fractions and exponents, which are not what is tested here.
function withoutFractions(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? 7 : value;
}

function children(json: JsonValue): readonly JsonValue[] {
  return typeof json === 'object' && json !== null ? Object.values(json) : [];
}

function countNodes(json: JsonValue): number {
  return children(json).reduce<number>((count, child) => count + countNodes(child), 1);
}

/** Replaces the node with a number, counted from the root in the order of the text. */
function withNodeReplaced(json: JsonValue, at: number, value: JsonValue): JsonValue {
  if (at === 0) return value;
  let before = 1;
  const replaced = Object.entries(json as object).map(([key, child]): [string, JsonValue] => {
    const start = before;
    before += countNodes(child);
    const isHere = at >= start && at < before;
    return [key, isHere ? withNodeReplaced(child, at - start, value) : child];
  });
  return Array.isArray(json) ? replaced.map(([, child]) => child) : Object.fromEntries(replaced);
}
