import type { Message } from '@quorate/core';
import { spanOf } from '@quorate/network';
import { createManualClock } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createFaultyBus } from './faulty-bus.ts';

const ASKED: Message = { type: 'Execute', requestId: 'r1', operations: [] };

/** Says which of these messages arrive while all links of an end are cut. */
async function arriving(
  cut: string,
  sent: readonly (readonly [from: string, to: string])[],
): Promise<readonly string[]> {
  const clock = createManualClock();
  const onFailure = (failure: unknown) => expect.fail(String(failure));
  const { bus, conditions } = createFaultyBus({ clock, seed: '1', onFailure });
  const arrived: string[] = [];
  for (const to of new Set(sent.map(([, name]) => name))) {
    bus.attach(to, (from) => void arrived.push(`${from} ${to}`));
  }
  conditions.cut(spanOf({ from: [cut], to: ['*'], direction: 'two-way' }));
  for (const [from, to] of sent) bus.send(from, to, ASKED);
  await Promise.resolve();
  clock.advance(1_000_000_000n);
  return arrived;
}

describe('a bus whose links are cut', () => {
  it('loses what all callers over HTTP send and are sent, but nothing between them and clients', async () => {
    const kept = [
      ['http-1', 'faucet'],
      ['faucet', 'http-1'],
      ['http-2', 'wallet'],
      ['wallet', 'http-2'],
      ['p1', 'v1'],
    ] as const;
    const lost = [
      ['http-1', 'v1'],
      ['v1', 'http-1'],
      ['http-validators', 'p1'],
    ] as const;
    const expected = kept.map((each) => each.join(' '));
    expect(await arriving('http', [...kept, ...lost])).toEqual(expected);
  });

  it('loses what a node sends and is sent over its links, whichever part of the node it concerns', async () => {
    const lost = [
      ['v1/catch-up', 'v2'],
      ['v2', 'v1/catch-up'],
      ['p1', 'v1'],
    ] as const;
    expect(await arriving('v1', [...lost, ['v2/catch-up', 'v3']])).toEqual(['v2/catch-up v3']);
  });
});
