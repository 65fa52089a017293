import type { Effect } from '@quorate/core';
import { transactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { isForgottenTooSoon } from './forgotten-too-soon.ts';

const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
const id = transactionId(envelope.transaction);

type Write = readonly [key: string, value?: unknown];

function persist(...writes: readonly Write[]): Effect<never> {
  return { type: 'Persist', writes: writes.map(([key, value]) => ({ key, value })) };
}

describe('isForgottenTooSoon', () => {
  it.each<readonly [string, Write, Write, Write]>([
    ['a client that its nonce is used', ['outbox'], ['nonce', 1n], ['witnesses']],
    ['a proxy what it has had signed', [`submission/${id}`], [`broadcast/${id}`, true], ['any']],
    [
      'a proxy what it has refused',
      [`submission/${id}`],
      ['refused/00', { transactionId: id }],
      ['refused/01', { transactionId: '00' }],
    ],
    [
      'a proxy what has settled',
      [`submission/${id}`],
      ['certificate/any/0', { certificate: { envelope, signatures: [] }, settledAt: 0n }],
      ['certificate/any/1'],
    ],
  ])('P3 to P5: tells that %s is noted in a later write', (_, gone, noted, other) => {
    expect(isForgottenTooSoon([persist(gone), persist(noted)])).toBe(true);
    expect(isForgottenTooSoon([persist(gone), persist(other), persist(other, noted)])).toBe(true);
    expect(isForgottenTooSoon([persist(gone, noted)])).toBe(false);
    expect(isForgottenTooSoon([persist(noted), persist(gone)])).toBe(false);
    expect(isForgottenTooSoon([persist(gone), persist(other)])).toBe(false);
  });

  it('passes over what takes the place of what was let go', () => {
    const next = persist(['outbox', envelope]);
    expect(isForgottenTooSoon([persist(['nonce', 1n], ['outbox']), next])).toBe(false);
    expect(isForgottenTooSoon([persist(['outbox', envelope]), persist(['nonce', 1n])])).toBe(false);
  });
});
