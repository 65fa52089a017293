import type { TransactionEnvelope } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestClient, envelopeIn, type TestClient } from '../../test/client.ts';
import { START } from '../../test/genesis.ts';
import { certified, transfer } from '../../test/payments.ts';
import type { Effect } from '../effect.ts';
import type { SubmitTransaction } from '../message.ts';
import { buildEnvelope } from './build.ts';

function signedElsewhere(nonce = 0n, sender = 'alice', amount = 1n): SubmitTransaction {
  const envelope = buildEnvelope(
    {
      networkId: 'fast:localnet',
      nonce,
      timestampNanos: START,
      operations: [transfer(addressOf('bob'), amount)],
    },
    signerOf(sender),
  );
  return { type: 'SubmitTransaction', requestId: 'r1', envelope };
}

function answered(result: object, requestId = 'r1') {
  return expect.objectContaining({ type: 'Reply', to: 'user', requestId, result });
}

describe('a transaction that was signed elsewhere', () => {
  it('P5 is stored as it came, sent, and answered like one of its own', () => {
    const client = createTestClient();
    const request = signedElsewhere();
    const { envelope } = request;
    const sent = client.hear('user', request);
    expect(sent[0]).toEqual({ type: 'Persist', writes: [{ key: 'outbox', value: envelope }] });
    expect(envelopeIn(sent)).toBe(envelope);
    const certificate = certified(envelope as TransactionEnvelope);
    const settled = client.answer({ type: 'Success', certificate });
    expect(settled).toContainEqual(answered({ type: 'Success', certificate }));
    expect(client.state().nextNonce).toBe(1n);
  });

  it.each([
    [signedElsewhere(0n, 'bob'), { code: 'InvalidSignature' }],
    [
      { ...signedElsewhere(), envelope: { transaction: '00', signature: '00' } } as never,
      { code: 'InvalidRequest' },
    ],
  ] as const)('is refused, and nothing sent, when it cannot be its next %#', (request, facts) => {
    const client = createTestClient();
    const before = client.state();
    const rejection = expect.objectContaining(facts);
    expect(client.hear('user', request)).toEqual([answered({ type: 'Rejected', rejection })]);
    expect(client.state()).toBe(before);
  });

  it('P5 may stand at a later nonce, which the account has reached elsewhere', () => {
    const client = createTestClient();
    const later = signedElsewhere(3n);
    expect(envelopeIn(client.hear('user', later))).toBe(later.envelope);
    const refused = { code: 'UnexpectedNonce', rule: 'V5', nonce: 3n, expectedNonce: 2n } as const;
    client.answer({ type: 'Rejected', rejection: refused });
    expect(client.state().nextNonce).toBe(2n);
    client.hear('user', later);
    client.answer({ type: 'Success', certificate: certified(later.envelope as never) });
    expect(client.state().nextNonce).toBe(4n);
    const rejection = expect.objectContaining({ code: 'UnexpectedNonce', expectedNonce: 4n });
    expect(client.hear('user', signedElsewhere(2n))).toEqual([
      answered({ type: 'Rejected', rejection }),
    ]);
  });

  it('P5 waits for what is in flight, and is refused when its nonce is taken by then', () => {
    const client = createTestClient();
    const first = signedElsewhere();
    client.hear('user', { ...first, requestId: 'r0' });
    const rival = signedElsewhere(0n, 'alice', 2n);
    expect(client.hear('user', rival)).toEqual([]);
    const settled = client.answer({
      type: 'Success',
      certificate: certified(first.envelope as TransactionEnvelope),
    });
    const rejection = expect.objectContaining({ code: 'UnexpectedNonce', expectedNonce: 1n });
    expect(settled).toContainEqual(answered({ type: 'Rejected', rejection }));
    expect(envelopeIn(settled)).toBe(undefined);
  });

  it.each([
    ['it was given before', (client: TestClient) => client],
    ['it was given in an earlier life', (client: TestClient) => createTestClient(client.store)],
  ])('P3 is answered with its certificate where %s, and is under way', (_, goOn) => {
    const first = createTestClient();
    const given = signedElsewhere();
    first.hear('user', given);
    const client = goOn(first);
    expect(client.hear('user', { ...given, requestId: 'again' })).toEqual([]);
    const certificate = certified(given.envelope as TransactionEnvelope);
    const settled = client.answer({ type: 'Success', certificate });
    expect(settled).toContainEqual(answered({ type: 'Success', certificate }, 'again'));
    expect(envelopeIn(settled)).toBe(undefined);
  });

  it('P4 has its turn after a final refusal of a copy, which may be due to its signatures', () => {
    const client = createTestClient();
    const given = signedElsewhere();
    client.hear('user', given);
    client.hear('user', { ...given, requestId: 'again' });
    const rejection = { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' } as const;
    const refused = client.answer({ type: 'Rejected', rejection });
    expect(refused.filter(({ type }) => type === 'Reply')).toEqual([
      answered({ type: 'Rejected', rejection }),
    ]);
    expect(envelopeIn(refused)).toBe(given.envelope);
    const certificate = certified(given.envelope as TransactionEnvelope);
    const settled = client.answer({ type: 'Success', certificate });
    expect(settled).toContainEqual(answered({ type: 'Success', certificate }, 'again'));
  });

  it('P4 is not refused for its own sake while its outcome is open', () => {
    const client = createTestClient();
    const given = signedElsewhere();
    client.hear('user', given);
    client.hear('user', { ...given, requestId: 'again' });
    while (client.state().inFlight?.isResting === false) client.wait();
    client.hear('user', { ...given, requestId: 'r2' });
    client.hear('user', { ...given, requestId: 'r3' });
    const told: Effect<never>[] = [];
    while (client.state().inFlight?.isResting === false) told.push(...client.wait());
    const open = { rejection: expect.objectContaining({ unsettled: true }) };
    for (const requestId of ['r2', 'r3']) {
      expect(told).toContainEqual(answered(expect.objectContaining(open), requestId));
    }
  });
});
