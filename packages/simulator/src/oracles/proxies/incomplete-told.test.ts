import type { ProxyState } from '@quorate/core';
import type { TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { incompleteTold } from './incomplete-told.ts';

const [TREASURY, VAULT] = [addressOf('treasury'), addressOf('vault')];
const DAY = 86_400_000_000_000n;
const at = (nonce: bigint) => envelopeOf(TREASURY, { kind: 'LeaveCommittee' }, nonce);
const [FIRST, SECOND, OTHER] = [at(0n), at(1n), envelopeOf(VAULT, { kind: 'LeaveCommittee' })];

/** Gives what is found when a proxy that keeps these, one since each moment, shows those at `now`. */
function foundFor(told: readonly TransactionEnvelope[] | undefined, now = 0n): string | undefined {
  const kept = [FIRST, SECOND, OTHER].map(
    (envelope, index) => [`${index}`, { envelope, since: BigInt(index) }] as const,
  );
  const state = { incomplete: new Map(kept), upSince: 0n } as unknown as ProxyState;
  const message = { type: 'GetPending', requestId: 'r', address: TREASURY } as const;
  const input = { type: 'Message', from: 'alice', message } as const;
  const result = { type: 'PendingTransactions', envelopes: told ?? [] } as const;
  const reply = { type: 'Reply', to: 'alice', requestId: 'r', result } as const;
  const effects = told === undefined ? [] : [reply];
  const observation = { node: 'p1', input, before: state, after: state, effects };
  const step = { ...proxyStep(observation), now: () => now };
  return incompleteTold().afterProxyStep?.(step)?.facts['fault'];
}

describe('incomplete-told', () => {
  it('P9 is content with all that the proxy keeps of the account', () => {
    expect(foundFor([FIRST, SECOND])).toBeUndefined();
    expect(foundFor([SECOND, FIRST])).toBeUndefined();
  });

  it.each<[string, readonly TransactionEnvelope[] | undefined]>([
    ['less than it keeps of it', [SECOND]],
    ['what it does not keep of it', [FIRST, SECOND, OTHER]],
    ['what it does not keep of it', [FIRST, { ...SECOND }]],
    ['nothing at all', undefined],
  ])('P9 finds a proxy that shows %s', (fault, told) => {
    expect(foundFor(told)).toBe(fault);
  });

  it('P9 goes by the clock of the proxy, which may be ahead: what was kept for a day is gone', () => {
    expect(foundFor([SECOND], DAY)).toBeUndefined();
    expect(foundFor([], DAY + 1n)).toBeUndefined();
    expect(foundFor([FIRST, SECOND], DAY)).toBe('what it does not keep of it');
    expect(foundFor([SECOND], DAY - 1n)).toBe('less than it keeps of it');
  });
});
