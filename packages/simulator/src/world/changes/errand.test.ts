import type { Message, Result } from '@quorate/core';
import type { NamedSignature, TransactionEnvelope } from '@quorate/protocol';
import { createManualClock } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { type Errand, type ErrandEnd, runErrand } from './errand.ts';

/** Runs an errand whose messages go nowhere; the test gives the answers. */
function errandTo(proxies: readonly string[], isDirect = false) {
  const clock = createManualClock();
  const ends: ErrandEnd[] = [];
  const sent: { readonly to: string; readonly message: Message }[] = [];
  const transport = {
    attach: () => () => undefined,
    send: (_from: string, to: string, message: Message) => {
      sent.push({ to, message });
    },
  };
  const envelope = {} as TransactionEnvelope;
  const errand: Errand = runErrand(
    { name: 'registrar', envelope, onEnd: (ending) => ends.push(ending) },
    {
      clock,
      transport,
      validators: ['v1'],
      proxies,
      quorumAmong: (all) => (all.length < 3 ? undefined : all),
    },
    { isDirect, deliver: undefined },
  );
  return { errand, clock, ends, sent };
}

function refusedWith(code: 'QuorumUnreachable' | 'InvalidRequest'): Result {
  return { type: 'Rejected', rejection: { code } } as Result;
}

function successOf(count: number): Result {
  const signatures = Array.from({ length: count }, () => [] as unknown as NamedSignature);
  return { type: 'Success', certificate: { envelope: {}, signatures } } as unknown as Result;
}

describe('runErrand', () => {
  it.each([false, true])(
    'reports failure once where nobody ever answers: past the proxies %s',
    (isDirect) => {
      const { clock, ends, sent } = errandTo(['p1'], isDirect);
      while (clock.runNext());
      expect(sent).toHaveLength(16);
      expect(ends).toEqual(['given-up']);
    },
  );

  it('asks anew where a proxy has reached no quorum, and repeats itself where it has no answer', () => {
    const { errand, clock, sent, ends } = errandTo(['p1']);
    clock.runNext();
    errand.hear('p1', refusedWith('QuorumUnreachable'));
    clock.runNext();
    const ids = sent.map(({ message }) => 'requestId' in message && message.requestId);
    expect(ids).toEqual(['registrar', 'registrar', 'registrar:1']);
    expect(ends).toEqual([]);
  });

  it('believes the first proxy that it can never settle, and no other', () => {
    const { errand, ends } = errandTo(['p1', 'p2']);
    errand.hear('p2', refusedWith('InvalidRequest'));
    expect(ends).toEqual([]);
    errand.hear('p1', refusedWith('InvalidRequest'));
    expect(ends).toEqual(['refused']);
  });

  it('believes a quorum that it has settled, and no fewer', () => {
    const { errand, ends } = errandTo(['p1', 'p2']);
    errand.hear('p2', successOf(2));
    expect(ends).toEqual([]);
    errand.hear('p2', successOf(3));
    expect(ends).toEqual(['settled']);
  });
});
