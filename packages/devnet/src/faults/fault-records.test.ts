import { createManualClock } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import type { HostedNode } from '../nodes/host-node.ts';
import type { Ailment, Effect } from './ailment.ts';
import { createFaults } from './faults.ts';
import { createFaultyBus } from './faulty-bus.ts';

const SECOND = 1_000_000_000n;
const CUT = { kind: 'cut', from: 'v1', to: '*', direction: 'two-way' } as const;

/** A node that does nothing but be up or down. */
function nodeCalled(name: string) {
  let status = 'active';
  const node = {
    name,
    status: () => status,
    crash: () => {
      status = 'crashed';
    },
    start: () => {
      status = 'active';
    },
  };
  const restore = (): Promise<void> => Promise.resolve(node.start());
  const suffer = (_: Ailment): Effect => ({ begun: Promise.resolve(), end: () => undefined });
  return { node, restore, suffer, up: () => Promise.resolve() };
}

function createWorld() {
  const clock = createManualClock();
  const [v1, v2] = [nodeCalled('v1'), nodeCalled('v2')];
  const taken = clock.now();
  const onFailure = (failure: unknown) => expect.fail(String(failure));
  const bus = createFaultyBus({ clock, seed: 'any', onFailure });
  const faults = createFaults({
    seed: 'any',
    clock,
    bus,
    nodes: [v1, v2] as unknown as HostedNode<unknown>[],
    rowsOf: () => [],
    accountOf: () => undefined,
    isBeyondHttp: () => false,
    takenAt: () => taken,
    onNotUp: (failure) => {
      throw failure;
    },
  });
  const active = () => faults.active().map(({ id }) => id);
  return { clock, conditions: bus.conditions, v1, node: v1.node, faults, active };
}

describe('createFaults', () => {
  it('ends no fault at the time at which an earlier one of its name was to end', async () => {
    const { clock, faults, active } = createWorld();
    faults.begin({ ...CUT, id: 'alone', for: '2 s' });
    await faults.end('alone');
    faults.begin({ ...CUT, id: 'alone' });
    clock.advance(5n * SECOND);
    expect(active()).toEqual(['alone']);
  });

  it('gives no fault a name that another has, even one that a user chose', () => {
    const { faults, active } = createWorld();
    faults.begin({ ...CUT, id: 'fault-1' });
    faults.begin(CUT);
    expect(active()).toEqual(['fault-1', 'fault-2']);
  });

  it('has room for so many faults and acts of liars, and again for one when one has ended', async () => {
    const { faults, active } = createWorld();
    const lie = { kind: 'byzantine', node: 'v1', acts: Array(32).fill({ act: 'forge' }) } as const;
    for (let count = 0; count < 8; count += 1) faults.begin(lie);
    const tooMany = expect.objectContaining({ status: 400, code: 'TOO_MANY' });
    expect(() => faults.begin({ ...lie, acts: [{ act: 'forge' }] })).toThrow(tooMany);
    for (let count = 8; count < 256; count += 1) faults.begin(CUT);
    expect(() => faults.begin(CUT)).toThrow(tooMany);
    expect(() => faults.begin(CUT)).toThrow('there are 256 faults and 256 acts: end some first');
    faults.crash('v2');
    expect(active()).toHaveLength(257);
    await faults.end('fault-1');
    faults.begin({ ...lie, acts: [{ act: 'forge' }] });
  });

  it('ends a fault that does not come to be, and says so without waiting for its end', async () => {
    const { v1, faults, active } = createWorld();
    const begun = Promise.reject(new Error('it hangs'));
    v1.suffer = () => ({ begun, end: () => new Promise(() => undefined) });
    const { id } = faults.begin({ kind: 'pause', node: 'v1' });
    await expect(faults.begun(id)).rejects.toThrow('it hangs');
    expect(active()).toEqual([]);
  });

  it('tells a node since when its clock is wrong, from which its drift is counted', () => {
    const { clock, v1, faults } = createWorld();
    const { suffer } = v1;
    v1.suffer = (ailment) => {
      expect(ailment).toEqual({ kind: 'clock', offset: 0n, drift: 100, since: clock.now() });
      return suffer(ailment);
    };
    faults.begin({ kind: 'clock', node: 'v1', offset: '0 ms', drift: 100 });
    expect.assertions(1);
  });

  it('takes down no node twice', () => {
    const { faults, active } = createWorld();
    for (let count = 0; count < 2; count += 1) faults.crash('v1');
    expect(active()).toHaveLength(1);
  });

  it('forgets what took down a node that is up again, and nothing that still lasts', () => {
    const { faults, node, active } = createWorld();
    faults.begin({ ...CUT, id: 'alone' });
    faults.crash('v1');
    faults.forget();
    expect(active()).toHaveLength(2);
    node.start();
    faults.forget();
    expect(active()).toEqual(['alone']);
  });

  it('ends what takes a node down after the time that it says, unless it was forgotten by then', async () => {
    const { clock, node, faults, active } = createWorld();
    const out = {
      kind: 'crash',
      node: 'v1',
      disk: 'keep',
      restartAfter: '2 s',
      id: 'out',
    } as const;
    faults.begin(out);
    clock.advance(2n * SECOND - 1n);
    expect(active()).toEqual(['out']);
    clock.advance(1n);
    await Promise.resolve();
    expect([active(), node.status()]).toEqual([[], 'active']);
    faults.begin(out);
    node.start();
    faults.forget();
    faults.begin({ ...CUT, id: 'out' });
    clock.advance(5n * SECOND);
    expect(active()).toEqual(['out']);
  });

  it('refuses the name of one that lasts', () => {
    const { faults } = createWorld();
    faults.begin({ ...CUT, id: 'alone' });
    expect(() => faults.begin({ ...CUT, id: 'alone' })).toThrow('alone is under way already');
  });

  it('brings up the node that is named, and no other', async () => {
    const { faults } = createWorld();
    for (const name of ['v1', 'v2']) faults.crash(name);
    await faults.start('v1');
    expect(faults.active()).toMatchObject([{ stated: { node: 'v2' } }]);
  });

  it('remembers the latest thousand that have ended, until it is told to forget', async () => {
    const { faults } = createWorld();
    for (let count = 0; count <= 1_000; count += 1) await faults.end(faults.begin(CUT).id);
    expect(faults.ended()).toHaveLength(1_000);
    expect(faults.ended().at(-1)?.id).toBe('fault-1001');
    faults.forget();
    expect(faults.ended()).toEqual([]);
  });

  it('strikes one direction of a link unless more is asked for', () => {
    const { faults, conditions } = createWorld();
    faults.begin({ ...CUT, to: ['v2', 'v3'], direction: 'one-way' });
    const cut = [conditions.isCut('v1', 'v3'), conditions.isCut('v3', 'v1')];
    expect(cut).toEqual([true, false]);
  });

  it('takes a node down until it comes up with what it held before', async () => {
    const { faults, node } = createWorld();
    const { id } = faults.begin({ kind: 'amnesia', node: 'v1' });
    expect(node.status()).toBe('crashed');
    await faults.end(id);
    expect(node.status()).toBe('active');
  });

  it('tells how old what a node goes back to was', () => {
    const { clock, faults } = createWorld();
    clock.advance(3n * SECOND);
    const { age } = faults.begin({ kind: 'amnesia', node: 'v1', snapshot: 'then' });
    expect(age).toBe(3n * SECOND);
  });
});
