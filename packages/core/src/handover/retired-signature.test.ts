import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { payment } from '../../test/payments.ts';
import type { Committee } from '../committee.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const WITHOUT_A = ['b', 'c', 'd', 'e'];

/** Has every validator settle the change to a committee, and its members serve. */
function change(network: EpochNetwork, before: Committee, next: readonly string[]): void {
  network.join(next, before.epoch + 1);
  const certificate = network.change(before, next);
  for (const operator of [...FOUR, 'e']) network.deliver(operator, certificate);
  network.run(2_000);
}

/** Asks `a` for the account that pays. */
function told(network: EpochNetwork) {
  const none = { tokenBalances: 'none', stateKeys: 'none' } as const;
  const address = addressOf('alice');
  return network.ask('a', { type: 'GetAccountInfo', requestId: 'account', address, ...none });
}

describe('a validator that has left the committee, and whose key is destroyed (C9)', () => {
  it('V4 repeats what it has signed under the name of its seat, after a restart too', () => {
    const network = new EpochNetwork([...FOUR, 'e'], 4);
    change(network, committeeAt(0, FOUR), FOUR);
    const first = network.submit('a', payment());
    expect(first).toMatchObject({ type: 'Signed', validator: keyOf('a', 1).address });
    change(network, committeeAt(1, FOUR), WITHOUT_A);
    expect(network.state('a').status).toBe('retired');
    network.destroyKeys('a', 2);
    network.restart('a');
    expect(network.submit('a', payment())).toEqual(first);
  });

  it('P12 tells what it has signed as pending under the name of its seat, after a restart too', () => {
    const network = new EpochNetwork([...FOUR, 'e'], 4);
    change(network, committeeAt(0, FOUR), FOUR);
    network.submit('a', payment());
    change(network, committeeAt(1, FOUR), WITHOUT_A);
    network.destroyKeys('a', 2);
    const pending = { kind: 'pending', validator: keyOf('a', 1).address };
    expect(told(network)).toMatchObject({ pending });
    network.restart('a');
    expect(told(network)).toMatchObject({ pending });
  });
});
