import type { Signature, TransactionEnvelope } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import { createTestClient, envelopeIn, type TestClient } from '../../test/client.ts';
import { certified, payment, signedBy } from '../../test/payments.ts';
import type { SubmitTransaction } from '../message.ts';

const UNSETTLED = {
  type: 'Rejected',
  rejection: {
    code: 'QuorumUnreachable',
    rule: 'P8',
    reason: 'v2, v3 and v4 are silent',
    unsettled: true,
    refusals: [],
    silent: [],
  },
} as const;

const SPOILED: TransactionEnvelope = {
  ...payment(),
  signature: { kind: 'Signature', signature: '05'.repeat(64) as Signature },
};

const WITNESSES = [certified(payment({ from: 'bob', to: 'alice' }))];

function submit(client: TestClient, given: Partial<SubmitTransaction> = {}) {
  const request = { type: 'SubmitTransaction', requestId: 'r2', envelope: payment() } as const;
  return client.hear('user', { ...request, ...given });
}

/** A client that no longer repeats its payment, which some validators have signed. */
function resting(given: Partial<SubmitTransaction> = {}): TestClient {
  const client = createTestClient();
  submit(client, { requestId: 'r1', ...given });
  for (let repetition = 0; repetition < 3; repetition += 1) client.wait();
  client.answer(UNSETTLED);
  expect(client.state().inFlight?.isResting).toBe(true);
  return client;
}

describe('what rests, sent again with other signatures or witnesses', () => {
  it.each([
    ['a bad signature', { envelope: SPOILED }, 'InvalidSignature'],
    [
      'too many witnesses',
      { witnessCertificates: Array.from({ length: 101 }, () => WITNESSES[0] as never) },
      'InvalidRequest',
    ],
  ] as const)('P4 stays in flight as it was when it came with %s', (_, given, code) => {
    const client = resting();
    const effects = submit(client, given);
    const reason = expect.any(String);
    const refused = { type: 'Rejected', rejection: expect.objectContaining({ code, reason }) };
    expect(effects).toEqual([{ type: 'Reply', to: 'user', requestId: 'r2', result: refused }]);
    expect(client.state().inFlight?.envelope).toEqual(payment());
    expect(envelopeIn(createTestClient(client.store).beginning)).toEqual(payment());
    // Whatever the user wants next, other bytes at this nonce would be an equivocation.
    const next = client.hear('user', { type: 'Execute', requestId: 'r3', operations: [] });
    expect(envelopeIn(next)).toEqual(payment());
  });

  it('P5 keeps its complete bytes when it comes with fewer signatures', () => {
    const claimed = (signers: readonly string[]) => {
      const of = (names: readonly string[]) =>
        externalClaim({ verifiers: ['bob'], quorum: 1n, signers: names });
      return { transaction: of(signers), signature: signedBy('alice', of([])).signature };
    };
    const client = resting({ envelope: claimed(['bob']) });
    expect(envelopeIn(submit(client, { envelope: claimed([]) }))).toEqual(claimed(['bob']));
    expect(envelopeIn(createTestClient(client.store).beginning)).toEqual(claimed(['bob']));
  });

  it('P4 is sent with a fault that it had before, so that its refusal frees the nonce', () => {
    const client = resting({ envelope: SPOILED });
    expect(envelopeIn(submit(client, { envelope: SPOILED }))).toEqual(SPOILED);
    const rejection = {
      code: 'InvalidSignature',
      rule: 'V3',
      reason: 'it does not verify',
    } as const;
    client.answer({ type: 'Rejected', rejection });
    expect(client.state().inFlight).toBe(undefined);
  });

  it('P6 deletes its witnesses from the store when it comes without them', () => {
    const client = resting({ witnessCertificates: WITNESSES });
    submit(client, { witnessCertificates: [] });
    client.answer({ type: 'Success', certificate: certified(payment()) });
    expect(client.store.rows()).toEqual([{ key: 'nonce', value: 1n }]);
  });
});
