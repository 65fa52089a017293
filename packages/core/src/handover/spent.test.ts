import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSpent } from './spent.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const FIVE = [...FOUR, 'e'];

function spent(network: EpochNetwork, operator: string, epoch: number): boolean {
  return isSpent(network.state(operator), keyOf(operator, epoch).address);
}

/** Five operators, of whom four sit in epoch 0; b, c, d and e have keys for epoch 1. */
function createNetwork(): EpochNetwork {
  const network = new EpochNetwork(FIVE, 4);
  network.join(['b', 'c', 'd', 'e'], 1);
  return network;
}

const change = (network: EpochNetwork) =>
  network.change(committeeAt(0, FOUR), ['b', 'c', 'd', 'e']);

describe('C9 a validator key', () => {
  it('is of use while its epoch runs, and before it has a seat', () => {
    const network = createNetwork();
    expect(spent(network, 'b', 0)).toBe(false);
    expect(spent(network, 'b', 1)).toBe(false);
  });

  it('is of use until a quorum of the next committee is known to have merged', () => {
    const network = createNetwork();
    for (const operator of ['c', 'd', 'e']) network.cut(operator);
    network.deliver('a', change(network));
    network.deliver('b', change(network));
    network.run(200);
    expect(network.state('a').handover.isFrozen).toBe(true);
    expect(spent(network, 'a', 0)).toBe(false);
    for (const operator of ['c', 'd', 'e']) network.mend(operator);
    network.run(20_000);
    for (const operator of FOUR) expect(spent(network, operator, 0)).toBe(true);
    for (const operator of ['b', 'c', 'd', 'e']) expect(spent(network, operator, 1)).toBe(false);
  });

  it('is of use to a member that stays, until it has merged itself', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (luck) => {
        const network = createNetwork();
        network.deliver('a', change(network));
        network.deliver('d', change(network));
        const pick = (waiting: number) => (luck.next().value ?? 0) % Math.max(1, waiting);
        for (let turn = 0; turn < 150; turn += 1) {
          network.run(1, pick);
          for (const operator of ['b', 'c', 'd']) {
            const isThrough = network.state(operator).handover.served === 1;
            if (spent(network, operator, 0)) expect(isThrough).toBe(true);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is of use to a member that was down, until it has shown what it held', () => {
    const network = createNetwork();
    network.cut('d');
    network.deliver('a', change(network));
    network.run(20_000);
    expect(network.state('b').status).toBe('active');
    expect(spent(network, 'd', 0)).toBe(false);
  });
});
