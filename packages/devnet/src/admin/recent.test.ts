import { signerOf } from '@quorate/client';
import { buildEnvelope } from '@quorate/core';
import {
  factsOf,
  type Operation,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJournal } from './journal.ts';
import { RECENT_BYTES_MAX, recentTransactions } from './recent.ts';
import { createTraces } from './traces.ts';

const signer = signerOf('07'.repeat(32));

const BURN: Operation = { kind: 'Burn', tokenId: signer.address as never, amount: 1n };
const CLAIM = {
  verifierCommittee: [],
  verifierQuorum: 0n,
  claimData: 'a2'.repeat(30_000),
} as const;
const LARGE = { kind: 'ExternalClaim', claim: CLAIM, signatures: [] } as unknown as Operation;

function envelopeAt(nonce: bigint, operation = BURN): TransactionEnvelope {
  const intent = { networkId: 'fast:localnet', nonce, timestampNanos: 1n } as const;
  return buildEnvelope({ ...intent, operations: [operation] }, signer);
}

const idIn = ({ transaction }: TransactionEnvelope): TransactionId => factsOf(transaction).id;
const envelopes = Array.from({ length: 6 }, (_, nonce) => envelopeAt(BigInt(nonce)));
const idOf = (index: number): TransactionId => idIn(envelopes[index] as TransactionEnvelope);

// Only some of what is signed was submitted to the proxy, and some of that is never signed.
const deed = fc.record({
  index: fc.nat(envelopes.length - 1),
  what: fc.constantFrom('submitted', 'signed'),
});

it('gives what was last submitted or signed, each once, the newest first', () => {
  fc.assert(
    fc.property(
      fc.array(deed, { maxLength: 20 }),
      fc.integer({ min: 1, max: 8 }),
      (deeds, count) => {
        let time = 0n;
        const now = () => time;
        const ground = { journal: createJournal(now), traces: createTraces(now, () => 0) };
        const begun = new Map<TransactionId, bigint>();
        const submitted = new Set<TransactionId>();
        for (const { index, what } of deeds) {
          time += 1n;
          const id = idOf(index);
          if (what === 'signed') {
            ground.traces.note('v1', { type: 'Signed', transactionId: id });
            if (!submitted.has(id)) begun.set(id, time);
          } else {
            const envelope = envelopes[index] as TransactionEnvelope;
            const message = { type: 'SubmitTransaction', requestId: `${time}`, envelope } as const;
            ground.journal.hear({ input: { type: 'Message', from: 'http', message }, effects: [] });
            begun.set(id, time);
            submitted.add(id);
          }
        }
        const given = recentTransactions(ground, count);
        const ids = given.map(({ trace }) => trace.transactionId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeLessThanOrEqual(count);
        for (const { trace, entry } of given) {
          expect(trace).toEqual(ground.traces.get(trace.transactionId) ?? trace);
          if (entry !== undefined) expect(submitted).toContain(trace.transactionId);
        }
        if (count >= deeds.length) {
          const newestFirst = [...begun].toSorted(([, a], [, b]) => Number(b - a));
          expect(ids).toEqual(newestFirst.map(([id]) => id));
        }
      },
    ),
  );
});

it('tells so much of large submissions that an answer each second is no burden', () => {
  const now = () => 0n;
  const ground = { journal: createJournal(now), traces: createTraces(now, () => 0) };
  for (let nonce = 0; nonce < 50; nonce += 1) {
    const envelope = envelopeAt(BigInt(nonce), LARGE);
    const message = { type: 'SubmitTransaction', requestId: `${nonce}`, envelope } as const;
    ground.journal.hear({ input: { type: 'Message', from: 'http', message }, effects: [] });
    ground.traces.note('v1', { type: 'Signed', transactionId: idIn(envelope) });
  }
  const given = recentTransactions(ground, 50);
  expect(given).toHaveLength(50);
  const told = given.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  const sizes = told.map(({ envelope }) => factsOf(envelope.transaction).signingBytes.length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(RECENT_BYTES_MAX);
  expect(bytes).toBeGreaterThan(RECENT_BYTES_MAX / 2);
});
