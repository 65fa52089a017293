import type { Committee } from '@quorate/core';
import { expect, it } from 'vitest';
import type { PlacedValidator } from '../hosting.ts';
import { createSeating } from './seating.ts';

const FIRST: Committee = { epoch: 0, members: [] };

it('hosts one validator after the other, even after one that could not start', async () => {
  const hosting: string[] = [];
  const host = async (): Promise<PlacedValidator> => {
    hosting.push('begins');
    await Promise.resolve();
    hosting.push('ends');
    if (hosting.length === 2) throw new Error('its port is taken');
    return {} as PlacedValidator;
  };
  const { add } = createSeating({ placed: [], first: FIRST, host });
  const ends = await Promise.allSettled([add(), add(), add()]);
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
  const seating = createSeating({ placed: given, first: FIRST, host: () => Promise.reject() });
  expect([seating.running(), seating.requests()]).toEqual([next, ['a', 'b']]);
});
