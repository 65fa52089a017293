import { signerOf } from '@quorate/client';
import { buildEnvelope } from '@quorate/core';
import { factsOf, type TransactionEnvelope, type TransactionId } from '@quorate/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJournal } from './journal.ts';
import { recentTransactions } from './recent.ts';
import { createTraces } from './traces.ts';

const signer = signerOf('07'.repeat(32));

function envelopeAt(nonce: bigint): TransactionEnvelope {
  const burn = { kind: 'Burn', tokenId: signer.address as never, amount: 1n } as const;
  const intent = { networkId: 'fast:localnet', nonce, timestampNanos: 1n } as const;
  return buildEnvelope({ ...intent, operations: [burn] }, signer);
}

const envelopes = Array.from({ length: 6 }, (_, nonce) => envelopeAt(BigInt(nonce)));
const idOf = (index: number): TransactionId =>
  factsOf((envelopes[index] as TransactionEnvelope).transaction).id;

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
