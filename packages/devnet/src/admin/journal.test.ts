import { signerOf } from '@quorate/client';
import { buildEnvelope } from '@quorate/core';
import type { TransactionEnvelope } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { createJournal } from './journal.ts';

const signer = signerOf('07'.repeat(32));
const MINUTE = 60_000_000_000n;

/** A signed transaction with this many operations, of a little over 33 bytes each. */
function envelopeOf(operations: number): TransactionEnvelope {
  const burn = { kind: 'Burn', tokenId: signer.address as never, amount: 1n } as const;
  const intent = { networkId: 'fast:localnet', nonce: 0n, timestampNanos: 1n } as const;
  return buildEnvelope({ ...intent, operations: Array(operations).fill(burn) }, signer);
}

const SMALL = envelopeOf(1);

function createWorld() {
  let time = 0n;
  let asked = 0;
  const journal = createJournal(() => time);
  return {
    journal,
    hear(envelope = SMALL) {
      asked += 1;
      const message = { type: 'SubmitTransaction', requestId: `r${asked}`, envelope } as const;
      journal.hear({ input: { type: 'Message', from: 'http', message }, effects: [] });
    },
    pass(nanos: bigint) {
      time += nanos;
    },
  };
}

describe('createJournal', () => {
  it('keeps the last ten thousand', () => {
    const { journal, hear, pass } = createWorld();
    for (let count = 0; count < 12_345; count += 1) {
      pass(1n);
      hear();
    }
    expect(journal.entries()).toHaveLength(10_000);
    expect(journal.entries().at(-1)?.at).toBe(12_345n);
    expect(journal.entries()[0]?.at).toBe(2346n);
  });

  it('keeps ten minutes', () => {
    const { journal, hear, pass } = createWorld();
    for (let count = 0; count < 30; count += 1) {
      hear();
      pass(MINUTE);
    }
    expect(journal.entries().map(({ at }) => at / MINUTE)).toEqual(
      Array.from({ length: 10 }, (_, index) => BigInt(20 + index)),
    );
  });

  it('keeps what fits into its memory, however large the transactions of strangers are', () => {
    const { journal, hear } = createWorld();
    const large = envelopeOf(900);
    for (let count = 0; count < 3000; count += 1) hear(large);
    expect(journal.entries().length).toBeGreaterThan(100);
    expect(journal.entries().length).toBeLessThan(1200);
  });

  it('tells requests apart by who asked, too: others may have used the same id', () => {
    const { journal } = createWorld();
    for (const from of ['http', 'wallet']) {
      const message = { type: 'SubmitTransaction', requestId: 'r', envelope: SMALL } as const;
      journal.hear({ input: { type: 'Message', from, message }, effects: [] });
    }
    const result = { type: 'IncompleteVerifierSigs' } as never;
    const effects = [{ type: 'Reply', to: 'http', requestId: 'r', result }] as const;
    journal.hear({ input: { type: 'Timer', id: 't' }, effects });
    const outcomes = journal.entries().map(({ from, ending }) => [from, ending?.outcome]);
    expect(outcomes).toEqual([
      ['http', 'incomplete'],
      ['wallet', undefined],
    ]);
  });

  it.each([
    [{ type: 'Success' }, { outcome: 'final', code: undefined }],
    [{ type: 'IncompleteMultiSig' }, { outcome: 'incomplete', code: undefined }],
    [{ type: 'IncompleteVerifierSigs' }, { outcome: 'incomplete', code: undefined }],
    [
      { type: 'Rejected', rejection: { code: 'UnexpectedNonce' } },
      { outcome: 'refused', code: 'UnexpectedNonce' },
    ],
  ])('says how what was handed over ended, be it at once or later: %o', (result, ending) => {
    const { journal } = createWorld();
    const effects = [
      { type: 'Reply', to: 'http', requestId: 'r', result: result as never },
    ] as const;
    const message = { type: 'SubmitTransaction', requestId: 'r', envelope: SMALL } as const;
    const handed = { type: 'Message', from: 'http', message } as const;
    journal.hear({ input: handed, effects });
    journal.hear({ input: handed, effects: [] });
    expect(journal.entries().map((entry) => entry.ending)).toEqual([ending, undefined]);
    journal.hear({ input: { type: 'Timer', id: 't' }, effects });
    expect(journal.entries().map((entry) => entry.ending)).toEqual([ending, ending]);
  });

  it('says how a transaction ended that was handed over again, though the first time is forgotten by then', () => {
    const { journal, hear } = createWorld();
    const message = { type: 'SubmitTransaction', requestId: 'r', envelope: SMALL } as const;
    const handed = { type: 'Message', from: 'wallet', message } as const;
    journal.hear({ input: handed, effects: [] });
    for (let count = 0; count < 6_000; count += 1) hear();
    journal.hear({ input: handed, effects: [] });
    for (let count = 0; count < 6_000; count += 1) hear();
    const result = { type: 'IncompleteVerifierSigs' } as never;
    const effects = [{ type: 'Reply', to: 'wallet', requestId: 'r', result }] as const;
    journal.hear({ input: { type: 'Timer', id: 't' }, effects });
    const again = journal.entries().filter(({ from }) => from === 'wallet');
    expect(again.map(({ ending }) => ending?.outcome)).toEqual(['incomplete']);
  });

  it('lists what is refused for its form, but nothing that cannot be read', () => {
    const { journal } = createWorld();
    const rejection = { code: 'InvalidRequest', rule: 'V1', reason: 'any' } as never;
    const result = { type: 'Rejected', rejection } as const;
    const unreadable = { transaction: 'ff', signature: 'ff' } as never;
    for (const envelope of [unreadable, SMALL]) {
      const message = { type: 'SubmitTransaction', requestId: 'r', envelope } as const;
      const effects = [{ type: 'Reply', to: 'http', requestId: 'r', result }] as const;
      journal.hear({ input: { type: 'Message', from: 'http', message }, effects });
    }
    expect(journal.entries().map(({ ending }) => ending?.code)).toEqual(['InvalidRequest']);
  });

  it('forgets everything where it is told to, answers that are still to come included', () => {
    const { journal, hear } = createWorld();
    hear();
    journal.forget();
    expect(journal.entries()).toEqual([]);
    const result = { type: 'IncompleteVerifierSigs' } as never;
    const effects = [{ type: 'Reply', to: 'http', requestId: 'r1', result }] as const;
    journal.hear({ input: { type: 'Timer', id: 't' }, effects });
    expect(journal.entries()).toEqual([]);
  });

  it('forgets nothing recent when the clock goes back', () => {
    const { journal, hear, pass } = createWorld();
    pass(100n * MINUTE);
    hear();
    pass(-50n * MINUTE);
    hear();
    expect(journal.entries()).toHaveLength(2);
  });
});
