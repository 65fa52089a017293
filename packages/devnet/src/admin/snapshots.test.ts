import { describe, expect, it } from 'vitest';
import type { HostedNode, Rows } from '../local-network.ts';
import { createSnapshots } from './snapshots.ts';

/** Snapshots of one node that holds so many rows. */
function snapshotsOf(holds: () => number, rowsMax?: number) {
  const hosted = {
    node: { name: 'v1' },
    snapshot: (): Promise<Rows> =>
      Promise.resolve(Array.from({ length: holds() }, (_, index) => [`k${index}`, index] as const)),
  } as unknown as HostedNode<unknown>;
  const options = { now: () => 0n, onRestored: () => undefined };
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
  });

  it('keeps 64 at most, the latest', async () => {
    const snapshots = snapshotsOf(() => 1);
    for (let count = 0; count < 70; count += 1) await snapshots.take(`s${count}`);
    expect(snapshots.names()).toHaveLength(64);
    expect(snapshots.names()[0]).toBe('s6');
  });
});
