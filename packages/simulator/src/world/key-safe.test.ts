import { isSpent, type Keyring } from '@quorate/core';
import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { createKeySafe } from './key-safe.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const old = keyOf('b', 0);
const next = keyOf('b', 1);
const both: Keyring = { find: (key) => [old, next].find(({ address }) => address === key) };

/** Gives the state of `b` once a quorum of the committee of epoch 1 has merged. */
function served() {
  const network = new EpochNetwork(FOUR, 4);
  network.join(FOUR, 1);
  const before = network.state('b');
  network.deliver('a', network.change(committeeAt(0, FOUR), FOUR));
  network.run(20_000);
  return { before, after: network.state('b') };
}

describe('the keys of an operator', () => {
  it('C9: are destroyed once they have served and all that was written is durable, and no sooner', () => {
    const { before, after } = served();
    let isDurable = true;
    const safe = createKeySafe(both, { isSpent }, () => isDurable);
    safe.sweep(before);
    expect(safe.find(old.address)).toBe(old);
    isDurable = false;
    safe.sweep(after);
    expect(safe.find(old.address)).toBe(old);
    isDurable = true;
    safe.sweep(after);
    expect(safe.find(old.address)).toBeUndefined();
    expect(safe.find(next.address)).toBe(next);
  });
});
