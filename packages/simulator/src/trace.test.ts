import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceRecord } from './trace.ts';
import { createTraceHash } from './trace.ts';

// A small alphabet with the characters of the encoding itself, so that confusions are likely.
const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '[', ']', '\n', '\\', 'é') });
const record: fc.Arbitrary<TraceRecord> = fc.record(
  {
    at: fc.bigInt({ min: 0n, max: 2n ** 64n }),
    from: text,
    to: text,
    kind: text,
    transactionId: text,
    signers: fc.array(text, { maxLength: 3 }),
    verdict: text,
    stateDigest: text,
  },
  { requiredKeys: ['at', 'from', 'to', 'kind'] },
);
const records = fc.array(record, { maxLength: 5 });

function hashOf(list: readonly TraceRecord[]): string {
  const trace = createTraceHash();
  for (const each of list) trace.add(each);
  return trace.digest();
}

/** Separates lists exactly where a trace must: absent fields and empty ones differ. */
function identity(list: readonly TraceRecord[]): string {
  return list
    .map(({ at, from, to, kind, ...rest }) => {
      const { transactionId, signers, verdict, stateDigest } = rest;
      const optional = [transactionId, signers, verdict, stateDigest].map((field) => [field]);
      return JSON.stringify([String(at), from, to, kind, optional]);
    })
    .join();
}

const EXAMPLE: TraceRecord = {
  at: 1_800_000_000_050_000_000n,
  from: 'p1',
  to: 'v1',
  kind: 'SubmitTransaction',
  transactionId: 'ab'.repeat(32),
  signers: ['v1', 'v2'],
  verdict: 'accepted',
  stateDigest: 'cd'.repeat(32),
};

describe('createTraceHash', () => {
  it('pins the encoding: sha256sum of the lines is the hash', () => {
    const bare: TraceRecord = { at: 7n, from: 'v1', to: 'v1', kind: 'tick' };
    const lines =
      `["1800000000050000000","p1","v1","SubmitTransaction","${'ab'.repeat(32)}",` +
      `["v1","v2"],"accepted","${'cd'.repeat(32)}"]\n` +
      '["7","v1","v1","tick",null,null,null,null]\n';
    expect(hashOf([EXAMPLE, bare])).toBe(createHash('sha256').update(lines).digest('hex'));
    expect(hashOf([EXAMPLE])).toBe(
      'd0796315f673ec6983fe58f3d8baec49f914b1b53ab72e67e15406f00f664f85',
    );
  });

  it('tells any two different lists of records apart', () => {
    fc.assert(
      fc.property(records, records, (a, b) => {
        expect(hashOf(a) === hashOf(b)).toBe(identity(a) === identity(b));
      }),
      { numRuns: 1_000 },
    );
  });

  it('cannot be misled by text that moves from one field, signer or record into the next', () => {
    const at = 1n;
    const lists: TraceRecord[][] = [
      [{ at, from: 'ab', to: 'c', kind: 'k' }],
      [{ at, from: 'a', to: 'bc', kind: 'k' }],
      [{ at, from: 'ab', to: 'c', kind: 'k', signers: [] }],
      [{ at, from: 'ab', to: 'c', kind: 'k', signers: ['v1,v2'] }],
      [{ at, from: 'ab', to: 'c', kind: 'k', signers: ['v1', 'v2'] }],
      [{ at, from: 'ab', to: 'c', kind: 'k', signers: ['v1","v2'] }],
      [{ at, from: 'ab', to: 'c', kind: 'k', verdict: 'x' }],
      [{ at, from: 'ab', to: 'c', kind: 'k', stateDigest: 'x' }],
      [{ at, from: 'ab', to: 'c', kind: 'k', transactionId: 'x' }],
      [{ at, from: 'ab', to: 'c', kind: 'k', transactionId: '' }],
      [
        { at, from: 'ab', to: 'c', kind: 'k' },
        { at, from: 'ab', to: 'c', kind: 'k' },
      ],
      [],
    ];
    expect(new Set(lists.map(hashOf)).size).toBe(lists.length);
  });

  it('depends on the order of records and of nothing in how they were written', () => {
    const other = { ...EXAMPLE, kind: 'SubmitCertificate' };
    expect(hashOf([EXAMPLE, other])).not.toBe(hashOf([other, EXAMPLE]));
    const reversed = Object.fromEntries(Object.entries(EXAMPLE).reverse()) as unknown;
    expect(hashOf([reversed as TraceRecord])).toBe(hashOf([EXAMPLE]));
  });

  it('may be asked in the middle without changing the end', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const trace = createTraceHash();
        for (const each of before) trace.add(each);
        expect(trace.digest()).toBe(hashOf(before));
        for (const each of after) trace.add(each);
        expect(trace.digest()).toBe(hashOf([...before, ...after]));
        expect(trace.count()).toBe(before.length + after.length);
      }),
    );
  });

  it('does not depend on where its batches end', () => {
    const list = Array.from({ length: 1_000 }, (_, i) => ({ ...EXAMPLE, at: BigInt(i) }));
    const trace = createTraceHash();
    for (const each of list) {
      trace.add(each);
      trace.digest();
    }
    expect(trace.digest()).toBe(hashOf(list));
  });
});
