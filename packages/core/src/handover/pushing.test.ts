import type { Operator } from '@quorate/testkit/epoch-network';
import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import type { ValidatorMessage } from '../message.ts';
import { isSpent } from './spent.ts';

const OLD = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, OLD);

function pushed(network: EpochNetwork, operator: Operator): readonly number[] {
  return network.state(operator).handover.pushes.map(({ epoch }) => epoch);
}

describe('C4 the push of a change', () => {
  const next = ['d', 'a', 'y', 'w'];

  /** b sleeps while d lacks one snapshot; c shows its own to all but d. */
  function leaveOneBehind(): EpochNetwork {
    const network = new EpochNetwork([...OLD, 'y', 'w'], OLD.length);
    network.join(next, 1);
    const change = network.change(zero, next);
    network.cut('b');
    network.deliver('c', change);
    network.lie('c', (from, message: ValidatorMessage) =>
      from !== 'd' && message.type === 'GetSnapshot'
        ? network.ask('c', { ...message, requestId: 'x' })
        : undefined,
    );
    for (const operator of ['a', 'd']) network.deliver(operator, change);
    network.run(4_000);
    return network;
  }

  it('goes on as long as its validator merges, though a quorum serves', () => {
    const network = leaveOneBehind();
    expect(['a', 'y', 'w', 'd'].map((operator) => network.state(operator).status)).toEqual([
      ...Array(3).fill('active'),
      'merging',
    ]);
    network.mend('b');
    network.run(4_000);
    expect(network.state('d')).toMatchObject({ status: 'active', handover: { served: 1 } });
    expect(network.state('b').handover.isFrozen).toBe(true);
    expect(pushed(network, 'd')).toEqual([]);
  });

  it('goes on while the next committee knows of it only, and ends once a quorum has merged', () => {
    const members = ['w', 'x', 'y', 'z'];
    const network = new EpochNetwork([...OLD, ...members], OLD.length);
    network.join(members, 1);
    network.deliver('a', network.change(zero, members));
    const hears = (from: Operator, served: number) => {
      const result = { type: 'EpochStatus', known: 1, served } as const;
      network.tell('a', { type: 'Response', requestId: 'handover/announce/1', result }, from);
      return { pushed: pushed(network, 'a'), isSpent: isSpent(network.state('a'), key) };
    };
    const key = keyOf('a', 0).address;
    const goesOn = { pushed: [1], isSpent: false };
    for (const from of members) expect(hears(from, 0)).toEqual(goesOn);
    for (const from of ['w', 'x']) expect(hears(from, 1)).toEqual(goesOn);
    expect(hears('y', 1)).toEqual({ pushed: [], isSpent: true });
  });

  it('answers a member at once that serves no snapshot because it does not know of the change', () => {
    const network = leaveOneBehind();
    const told = (from: Operator, known: number, requestId = 'handover/snapshot/0/root') => {
      const result = { type: 'EpochStatus', known, served: 0 } as const;
      return network
        .tell('d', { type: 'Response', requestId, result }, from)
        .flatMap((effect) => (effect.type === 'Send' ? [effect.to, effect.message.type] : []));
    };
    expect(told('b', 0)).toEqual(['b', 'AnnounceChange']);
    expect(told('b', 0)).toEqual(['b', 'AnnounceChange']);
    expect(told('b', 0, 'handover/announce/1')).toEqual([]);
    expect(told('y', 0)).toEqual([]);
    expect(told('b', 1)).toEqual([]);
  });

  it('goes on though a later change has ended the epoch, and after a restart', () => {
    const network = leaveOneBehind();
    network.join(['a'], 2);
    for (const operator of ['a', 'y', 'w', 'd']) {
      network.deliver(operator, network.change(committeeAt(1, next), ['a']));
    }
    network.run(2_000);
    network.restart('d');
    network.mend('b');
    network.run(4_000);
    expect(network.state('d').handover).toMatchObject({ served: 1, isFrozen: true });
    expect(network.state('a')).toMatchObject({ status: 'active', handover: { served: 2 } });
  });

  it('ends where its own validator is the last of a quorum', () => {
    const network = new EpochNetwork(OLD, 1);
    network.join(OLD, 1);
    network.deliver('a', network.change(committeeAt(0, ['a']), OLD));
    network.run(3_000);
    network.join(['a'], 2);
    network.deliver('a', network.change(committeeAt(1, OLD), ['a']));
    network.run(3_000);
    network.join(['a'], 3);
    network.deliver('a', network.change(committeeAt(2, ['a']), ['a']));
    network.run(3_000);
    expect(network.state('a')).toMatchObject({ status: 'active', handover: { served: 3 } });
    expect(OLD.map((operator) => pushed(network, operator))).toEqual(Array(4).fill([]));
    for (const epoch of [0, 1, 2]) {
      expect(isSpent(network.state('a'), keyOf('a', epoch).address)).toBe(true);
    }
  });
});
