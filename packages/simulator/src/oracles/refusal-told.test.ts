import type { ProxyState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelopes.ts';
import { proxyStep } from '../../test/proxy-step.ts';
import { refusalTold } from './refusal-told.ts';

const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, 2n);
const facts = factsOf(envelope.transaction);
const NAMES = ['v1', 'v2', 'v3', 'v4'];
const members = NAMES.map((host) => ({
  validator: { address: addressOf(host), host, rpcPort: 0 },
}));

type Refusal = Readonly<Record<string, unknown>> | undefined;

interface Answering {
  readonly said?: Refusal;
  readonly type?: 'Rejected' | 'Admissible' | 'Certificates' | undefined;
  readonly retries?: number;
}

/**
 * Gives what is found when a proxy refuses with this upon an answer of v4, after v1 to v4 have
 * refused with that.
 */
function foundFor(
  rejection: Refusal,
  heard: readonly Refusal[],
  { said, type = 'Rejected', retries = 0 }: Answering = {},
): string | undefined {
  const progress = Object.fromEntries(
    NAMES.map((name, index) => [addressOf(name), { refusal: heard[index] }]),
  );
  const waiting = [{ client: 'alice', requestId: 'r' }];
  const submissions = new Map([[facts.id, { facts, progress, waiting, retries }]]);
  const before = { committee: { members }, submissions } as unknown as ProxyState;
  const answer = { type, rejection: said };
  const message = { type: 'Response', requestId: 'any', result: answer };
  const input = said ? { type: 'Message', from: 'v4', message } : { type: 'Timer', id: 'any' };
  const result = { type: 'Rejected', rejection };
  const effects = [{ type: 'Reply', to: 'alice', requestId: 'r', result }];
  const observation = { node: 'p1', input, before, after: before, effects };
  return refusalTold().afterProxyStep?.(proxyStep(observation as never))?.message;
}

const poor = (currentBalance: bigint) => ({ code: 'InsufficientFunding', currentBalance });
const by = (name: string, rejection: Refusal) => ({ validator: addressOf(name), rejection });
const unreachable = (...refusals: readonly object[]) => ({ code: 'QuorumUnreachable', refusals });
const used = (expectedNonce: bigint) => ({ code: 'UnexpectedNonce', expectedNonce });

describe('refusal-told', () => {
  it('P8: is silent where a proxy tells who has refused what', () => {
    const heard = [poor(1n), undefined, poor(2n)];
    const all = [by('v1', poor(1n)), by('v3', poor(2n))];
    expect(foundFor(unreachable(...all), heard)).toBeUndefined();
    const more = unreachable(...all, by('v4', poor(3n)));
    expect(foundFor(more, heard, { said: poor(3n) })).toBeUndefined();
    // What comes too late to count need not be told.
    expect(foundFor(unreachable(...all), heard, { said: poor(3n) })).toBeUndefined();
  });

  it('P8: finds a proxy that leaves out a refusal of a validator, or makes one up', () => {
    const heard = [poor(1n), poor(2n)];
    expect(foundFor(unreachable(by('v1', poor(1n))), heard)).toMatch(/told less than/);
    const other = unreachable(by('v1', poor(1n)), by('v2', poor(1n)));
    expect(foundFor(other, heard)).toMatch(/told what no validator has said so/);
  });

  it('P4: finds a proxy that refuses in the name of validators in its own words', () => {
    expect(foundFor(poor(2n), [poor(1n), poor(2n)])).toBeUndefined();
    expect(foundFor(poor(3n), [poor(1n), poor(2n)], { said: poor(3n) })).toBeUndefined();
    expect(foundFor(poor(3n), [poor(1n), poor(2n)])).toBe(
      'p1 refused with InsufficientFunding and told what no validator has said so',
    );
  });

  it('P4: finds a proxy that tells an earlier next nonce than f + 1 have told it', () => {
    const heard = [used(7n), used(9n), used(8n)];
    expect(foundFor(used(8n), heard)).toBeUndefined();
    expect(foundFor(used(3n), heard)).toMatch(/an earlier next nonce/);
    expect(foundFor(used(3n), heard.slice(1))).toBeUndefined();
    expect(foundFor(used(3n), heard.slice(1), { retries: 1 })).toMatch(/an earlier next nonce/);
  });

  it('P4: counts no next nonce that a validator takes back with the very answer that decides', () => {
    const heard = [used(3n), used(2n), undefined, used(9n)];
    const found = (type?: 'Admissible' | 'Certificates') =>
      foundFor(used(2n), heard, { said: used(2n), type, retries: 3 });
    expect([found(), found('Admissible')]).toEqual([undefined, undefined]);
    expect(found('Certificates')).toMatch(/an earlier next nonce/);
    expect(foundFor(used(2n), heard, { retries: 3 })).toMatch(/an earlier next nonce/);
  });
});
