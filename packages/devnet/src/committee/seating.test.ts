import type { Committee } from '@quorate/core';
import { expect, it } from 'vitest';
import { openReturns } from '../admin/returns.ts';
import { createSnapshots } from '../admin/snapshots.ts';
import type { PlacedValidator } from '../hosting.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { createSeating } from './seating.ts';

const FIRST: Committee = { epoch: 0, members: [] };

it('hosts one validator after the other, even after one that could not start, and none while the network is put back', async () => {
  const hosting: string[] = [];
  const host = async (): Promise<PlacedValidator> => {
    hosting.push('begins');
    await Promise.resolve();
    hosting.push('ends');
    if (hosting.length === 2) throw new Error('its port is taken');
    return {} as PlacedValidator;
  };
  let end = (): void => undefined;
  const restore = () =>
    new Promise<void>((resolve) => {
      end = resolve;
    });
  const { node } = { node: { name: 'v1', crash: () => undefined } };
  const hosted = { node, restore } as unknown as HostedNode<unknown>;
  const { inTurn, reset } = createSnapshots([hosted], {
    now: () => 0n,
    onDown: () => undefined,
    onRestored: () => undefined,
    returns: openReturns(undefined),
  });
  const { add } = createSeating({ placed: [], first: FIRST, inTurn, host });
  const putBack = reset();
  const added = Promise.allSettled([add(), add(), add()]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(hosting).toEqual([]);
  end();
  await putBack;
  const ends = await added;
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(hosting).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
});

it('knows the committees and requests that the most advanced validator knows', () => {
  const next: Committee = { epoch: 1, members: [] };
  const standings = [
    { committees: [FIRST], requests: ['a', 'b', 'c'] },
    undefined,
    { committees: [FIRST, next], requests: ['a'] },
    { committees: [FIRST, next], requests: ['a', 'b'] },
  ];
  const placed = standings.map((standing) => ({ hosted: { standing: () => standing } }));
  const given = placed as unknown as readonly PlacedValidator[];
  const seating = createSeating({
    placed: given,
    first: FIRST,
    inTurn: (act) => act(),
    host: () => Promise.reject(),
  });
  expect([seating.running(), seating.requests()]).toEqual([next, ['a', 'b']]);
});
