import type { Message } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { createReach, type ReachOptions } from './reach.ts';

const [ALICE, NOBODY] = ['aa'.repeat(32), 'ee'.repeat(32)] as [Address, Address];
const names = {
  peer: (node: string) => node.split('/')[0] ?? node,
  account: (address: Address) => (address === ALICE ? 'alice' : undefined),
};

function reached(given: Partial<ReachOptions>) {
  const acted: string[] = [];
  const onActed = () => void acted.push('acted');
  const reach = createReach({ only: {}, isOn: () => true, onActed, names, ...given });
  const about = (address: Address) =>
    ({ type: 'GetPending', requestId: 'one', address }) as Message;
  const touches = (peer: string, address = ALICE) =>
    reach.act({ peer, request: about(address) }, () => true) ?? false;
  return { reach, acted, touches, about };
}

describe('the reach of an act', () => {
  it('is everything, unless it is narrowed', () => {
    expect(reached({}).touches('p1', NOBODY)).toBe(true);
  });

  it('is narrowed to ends of the network, with their helpers', () => {
    const { touches } = reached({ only: { peers: ['p1'] } });
    expect([touches('p1'), touches('p1/catch-up'), touches('v2')]).toEqual([true, true, false]);
  });

  it('is narrowed to accounts, and no list has an account without a name', () => {
    const { touches } = reached({ only: { senders: ['alice'] } });
    expect([touches('p1'), touches('p1', NOBODY)]).toEqual([true, false]);
  });

  it('ends after so many deeds, of which those that did nothing are none', () => {
    const { reach, acted, touches, about } = reached({ times: 2 });
    reach.act({ peer: 'p1', request: about(ALICE) }, () => undefined);
    expect([touches('p1'), touches('p1'), touches('p1')]).toEqual([true, true, false]);
    expect(acted).toHaveLength(2);
  });

  it('is nothing while the act is off', () => {
    let isOn = false;
    const { touches } = reached({ isOn: () => isOn });
    expect(touches('p1')).toBe(false);
    isOn = true;
    expect(touches('p1')).toBe(true);
  });
});
