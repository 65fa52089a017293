import { describe, expect, it } from 'vitest';
import type { Rows } from '../data/rows.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { openReturns } from './returns.ts';
import { createSnapshots } from './snapshots.ts';

const IDLE = {
  onDown: () => undefined,
  onRestored: () => undefined,
  returns: openReturns(undefined),
};

/** Snapshots of one node with this many rows. */
function snapshotsOf(holds: () => number, rowsMax?: number) {
  const hosted = {
    node: { name: 'v1' },
    snapshot: (): Promise<Rows> =>
      Promise.resolve(Array.from({ length: holds() }, (_, index) => [`k${index}`, index] as const)),
  } as unknown as HostedNode<unknown>;
  const options = { ...IDLE, now: () => 0n };
  return createSnapshots([hosted], rowsMax === undefined ? options : { ...options, rowsMax });
}

describe('createSnapshots', () => {
  it('keeps no more rows than it may, and the latest snapshot however large', async () => {
    let rows = 40;
    const snapshots = snapshotsOf(() => rows, 100);
    for (const name of ['a', 'b', 'c']) await snapshots.take(name);
    expect(snapshots.names()).toEqual(['b', 'c']);
    rows = 1000;
    await snapshots.take('d');
    expect(snapshots.names()).toEqual(['d']);
    rows = 10;
    await snapshots.take('e');
    expect(snapshots.names()).toEqual(['e']);
    rows = 90;
    await snapshots.take('f');
    expect(snapshots.names()).toEqual(['e', 'f']);
  });

  it('counts a snapshot under an existing name as the latest', async () => {
    const snapshots = snapshotsOf(() => 40, 100);
    for (const name of ['a', 'b', 'a', 'c']) await snapshots.take(name);
    expect(snapshots.names()).toEqual(['a', 'c']);
  });

  it.each([
    ['show what they hold', () => Promise.resolve([]), undefined],
    ['fail to', () => Promise.reject(new Error('no')), 'no'],
    ['take too long', () => new Promise(() => undefined), 'TIMEOUT'],
  ])(
    'copies no store before the nodes of other processes halt, which go on once all %s',
    async (_, show, end) => {
      const seen: string[] = [];
      let halted = (): void => undefined;
      const halt = {
        reached: new Promise<void>((resolve) => {
          halted = resolve;
        }),
        end: () => void seen.push('v1 goes on'),
      };
      const snapshot = async () => {
        seen.push('copied');
        return show();
      };
      const nodes = [
        { node: { name: 'v1' }, halt: () => halt, snapshot },
        { node: { name: 'p1' }, snapshot },
      ] as unknown as HostedNode<unknown>[];
      const snapshots = createSnapshots(nodes, { ...IDLE, now: () => 0n, within: 50 });
      const taken = snapshots.take('now').catch(({ code, message }) => code ?? message);
      await new Promise(setImmediate);
      expect(seen).toEqual([]);
      halted();
      expect(await taken).toBe(end);
      expect(seen).toEqual(['copied', 'copied', 'v1 goes on']);
    },
  );

  it('puts a node back to what it held at that moment, and one that came later to nothing', async () => {
    let now = 7n;
    const restored: (readonly [string, Rows])[] = [];
    const nodeOf = (name: string) =>
      ({
        node: { name, crash: () => undefined },
        snapshot: (): Promise<Rows> => Promise.resolve([[name, 1]]),
        restore: async (rows: Rows) => void restored.push([name, rows]),
      }) as unknown as HostedNode<unknown>;
    const nodes = [nodeOf('v1')];
    const snapshots = createSnapshots(nodes, { ...IDLE, now: () => now });
    await snapshots.take('then');
    now = 9n;
    nodes.push(nodeOf('v2'));
    await snapshots.restore('then');
    expect(snapshots.takenAt('then')).toBe(7n);
    const held = ['v1', 'v2'].map((name) => snapshots.rowsOf('then', name));
    expect(held).toEqual([[['v1', 1]], []]);
    expect(restored).toEqual([
      ['v1', [['v1', 1]]],
      ['v2', []],
    ]);
  });

  it('has every node down before any of them is put back', async () => {
    const seen: string[] = [];
    const nodes = ['v1', 'v2'].map((name) => ({
      node: { name, crash: () => seen.push('down') },
      snapshot: (): Promise<Rows> => Promise.resolve([]),
      restore: async () => void seen.push('back'),
    })) as unknown as HostedNode<unknown>[];
    const onDown = () => void seen.push('all down');
    await createSnapshots(nodes, { ...IDLE, onDown, now: () => 0n }).reset();
    expect(seen).toEqual(['down', 'down', 'all down', 'back', 'back']);
  });

  it('puts back the nodes that can be, names those that cannot, and does both again when asked again', async () => {
    const restored: string[] = [];
    let downs = 1;
    const nodeOf = (name: string, restore: () => Promise<void>) => ({
      node: { name, crash: () => undefined },
      snapshot: (): Promise<Rows> => Promise.resolve([]),
      restore,
    });
    const nodes = [
      nodeOf('v1', async () => {
        downs -= 1;
        if (downs >= 0) throw new Error('its process ended');
        restored.push('v1');
      }),
      nodeOf('v2', async () => {
        await Promise.resolve();
        restored.push('v2');
      }),
    ] as unknown as HostedNode<unknown>[];
    let returns = 0;
    const snapshots = createSnapshots(nodes, {
      ...IDLE,
      now: () => 0n,
      onRestored() {
        returns += 1;
      },
    });
    await snapshots.take('then');
    await expect(snapshots.restore('then')).rejects.toMatchObject({
      status: 400,
      code: 'NODE_DOWN',
      message:
        'v1: not put back (its process ended). The others were, so the network is mixed: restore then ' +
        'again, which starts it and puts it right',
    });
    expect([restored, returns]).toEqual([['v2'], 1]);
    await snapshots.restore('then');
    expect([restored.toSorted(), returns]).toEqual([['v1', 'v2', 'v2'], 2]);
  });

  it('restores one after the other', async () => {
    const begun: string[] = [];
    let end = (): void => undefined;
    const hosted = {
      node: { name: 'v1', crash: () => undefined },
      snapshot: (): Promise<Rows> => Promise.resolve([[`k${begun.length}`, 1]]),
      restore: ([row]: Rows) => {
        begun.push(row?.[0] ?? '');
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
    } as unknown as HostedNode<unknown>;
    const snapshots = createSnapshots([hosted], { ...IDLE, now: () => 0n });
    await snapshots.take('a');
    begun.push('between');
    await snapshots.take('b');
    begun.pop();
    const first = snapshots.restore('a');
    const second = snapshots.restore('b');
    // It existed when it was asked for.
    snapshots.remove('b');
    await new Promise(setImmediate);
    expect(begun).toEqual(['k0']);
    end();
    await first;
    await new Promise(setImmediate);
    expect(begun).toEqual(['k0', 'k1']);
    end();
    await second;
  });

  it('takes no snapshot in the middle of a return, when some nodes are back and others are not', async () => {
    const holds = new Map([
      ['v1', 'now'],
      ['v2', 'now'],
    ]);
    let end = (): void => undefined;
    const nodeOf = (name: string, isReady: Promise<void>) => ({
      node: { name, crash: () => undefined },
      snapshot: (): Promise<Rows> => Promise.resolve([[holds.get(name) ?? '', 1]]),
      restore: async () => {
        await isReady;
        holds.set(name, 'then');
      },
    });
    const nodes = [
      nodeOf('v1', Promise.resolve()),
      nodeOf('v2', new Promise((resolve) => (end = resolve))),
    ] as unknown as HostedNode<unknown>[];
    const snapshots = createSnapshots(nodes, { ...IDLE, now: () => 0n });
    await snapshots.take('then');
    const restored = snapshots.restore('then');
    await new Promise(setImmediate);
    const taken = snapshots.take('meanwhile');
    await new Promise(setImmediate);
    end();
    await Promise.all([restored, taken]);
    const [v1, v2] = ['v1', 'v2'].map((name) => snapshots.rowsOf('meanwhile', name));
    expect(v1).toEqual(v2);
  });

  it('gives up a snapshot that a node does not give, and goes on with what was asked for after it', async () => {
    const restored: string[] = [];
    const hosted = {
      node: { name: 'v1', crash: () => undefined },
      snapshot: () => new Promise<Rows>(() => undefined),
      restore: async () => void restored.push('v1'),
    } as unknown as HostedNode<unknown>;
    const snapshots = createSnapshots([hosted], { ...IDLE, now: () => 0n, within: 0 });
    const taken = snapshots.take('then');
    const reset = snapshots.reset();
    await expect(taken).rejects.toMatchObject({ status: 408, code: 'TIMEOUT' });
    await reset;
    expect([restored, snapshots.names()]).toEqual([['v1'], []]);
  });

  it('takes none once the devnet closes', async () => {
    const returns = openReturns(undefined);
    const snapshots = createSnapshots([], { ...IDLE, returns, now: () => 0n });
    await returns.end();
    await expect(snapshots.take('late')).rejects.toMatchObject({ status: 503 });
    expect(snapshots.names()).toEqual([]);
  });

  it('says that the devnet closes where nodes stop before they have shown what they hold', async () => {
    const returns = openReturns(undefined);
    let stop = (): void => undefined;
    const shown = new Promise((_, reject) => {
      stop = () => reject(new Error('v1 is down'));
    });
    const nodes = [{ node: { name: 'v1' }, snapshot: () => shown }];
    const given = nodes as unknown as HostedNode<unknown>[];
    const taken = createSnapshots(given, { ...IDLE, returns, now: () => 0n }).take('late');
    await new Promise(setImmediate);
    await returns.end();
    stop();
    await expect(taken).rejects.toMatchObject({ status: 503, message: 'the devnet closes' });
  });

  it('keeps 64 at most, the latest', async () => {
    const snapshots = snapshotsOf(() => 1);
    for (let count = 0; count < 70; count += 1) await snapshots.take(`s${count}`);
    expect(snapshots.names()).toHaveLength(64);
    expect(snapshots.names()[0]).toBe('s6');
  });
});
