import type { Result } from '@quorate/core';
import {
  type Address,
  type FaucetDripRequest,
  LIMITS,
  NATIVE_TOKEN_ID,
  type Operation,
  type TokenId,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import type { Asker } from '../nodes/asker.ts';
import { createFaucet } from './faucet.ts';

const SUCCESS = { type: 'Success' } as Result;
const REFUSED = { type: 'Rejected', rejection: { code: 'InsufficientFunding' } } as Result;
const UNDECIDED = {
  type: 'Rejected',
  rejection: { code: 'QuorumUnreachable', unsettled: true },
} as Result;

function rejectedAs(code: string): Result {
  return { type: 'Rejected', rejection: { code, unsettled: false } } as unknown as Result;
}

const GOLD = 'ab'.repeat(32) as TokenId;

function recipient(number: number): Address {
  return number.toString(16).padStart(64, '0') as Address;
}

function drip(number: number, tokenId: TokenId | null = null) {
  return { recipient: recipient(number), amount: 1n, tokenId };
}

/** A faucet over a client that answers when it is told to. */
function createWorld(cooldown = 0, takeBack = (_: readonly Operation[]) => false) {
  const sent: {
    readonly operations: readonly Operation[];
    readonly end: (result: Result | undefined) => void;
  }[] = [];
  let time = 0;
  const asker: Asker = {
    ask: (_to, request) =>
      new Promise((end) => {
        if (request.type !== 'Execute') throw new TypeError(request.type);
        sent.push({ operations: request.operations, end });
      }),
    close: () => undefined,
  };
  const now = () => time;
  const faucet = createFaucet({ asker, takeBack, now, cooldown, check: () => undefined });
  return {
    faucet: { drip: (asked: FaucetDripRequest) => faucet.drip(asked, undefined) },
    sizes: () => sent.map(({ operations }) => operations.length),
    /** Ends the transaction that was sent last. */
    async end(result: Result | undefined) {
      sent.at(-1)?.end(result);
      await new Promise(setImmediate);
    },
    wait(millis: number) {
      time += millis;
    },
  };
}

describe('createFaucet', () => {
  it('gives to all who ask while one transaction is under way with the next (P11)', async () => {
    const { faucet, sizes, end } = createWorld();
    const drips = Array.from({ length: LIMITS.operations + 11 }, (_, i) => faucet.drip(drip(i)));
    expect(sizes()).toEqual([1]);
    await end(SUCCESS);
    await end(SUCCESS);
    expect(sizes()).toEqual([1, LIMITS.operations, 10]);
    await end(SUCCESS);
    expect(new Set((await Promise.all(drips)).map(({ kind }) => kind))).toEqual(new Set(['Given']));
  });

  it('lets nobody go without because of somebody else’s request', async () => {
    const { faucet, sizes, end } = createWorld();
    const first = faucet.drip(drip(0));
    const drips = [faucet.drip(drip(1)), faucet.drip(drip(2, GOLD)), faucet.drip(drip(3))];
    await end(SUCCESS);
    await end(REFUSED);
    for (const result of [SUCCESS, REFUSED, SUCCESS]) await end(result);
    expect(sizes()).toEqual([1, 3, 1, 1, 1]);
    expect((await Promise.all([first, ...drips])).map(({ kind }) => kind)).toEqual([
      'Given',
      'Given',
      'Failed',
      'Given',
    ]);
  });

  it.each([
    ['gave no answer', undefined, undefined],
    ['has no outcome yet', UNDECIDED, { code: 'QuorumUnreachable', unsettled: true }],
  ])(
    'goes on cooling down where a transfer %s: it may still arrive',
    async (_, result, rejection) => {
      const { faucet, end } = createWorld(1000);
      const first = faucet.drip(drip(0));
      await end(result);
      expect(await first).toEqual({ kind: 'Open', rejection });
      expect(await faucet.drip(drip(0))).toMatchObject({ kind: 'Throttled' });
    },
  );

  it('does not ask again for what may still arrive', async () => {
    const { faucet, sizes, end } = createWorld();
    const drips = [faucet.drip(drip(0)), faucet.drip(drip(1)), faucet.drip(drip(2))];
    await end(SUCCESS);
    await end(UNDECIDED);
    expect(sizes()).toEqual([1, 2]);
    expect((await Promise.all(drips)).map(({ kind }) => kind)).toEqual(['Given', 'Open', 'Open']);
  });

  it.each([
    ['has no outcome yet', UNDECIDED, 'a drip before it has no outcome yet, so it was not sent'],
    ['found no quorum', rejectedAs('QuorumUnreachable'), 'QuorumUnreachable'],
    [
      'is not the one on its way',
      rejectedAs('PreviousTransactionMustBeConfirmedFirst'),
      'PreviousTransactionMustBeConfirmedFirst',
    ],
  ])(
    'lets nobody wait anew behind a transfer that %s: that takes as long as callers wait',
    async (_, result, reason) => {
      const { faucet, sizes, end } = createWorld(1000);
      const drips = [faucet.drip(drip(0)), faucet.drip(drip(1)), faucet.drip(drip(2))];
      await end(result);
      expect((await Promise.all(drips)).slice(1)).toEqual([
        { kind: 'Failed', reason },
        { kind: 'Failed', reason },
      ]);
      void faucet.drip(drip(1));
      expect(sizes()).toEqual([1, 1]);
    },
  );

  it('lets nobody wait anew behind one of several requests that are tried alone', async () => {
    const { faucet, sizes, end } = createWorld();
    const drips = [0, 1, 2, 3].map((number) => faucet.drip(drip(number)));
    await end(SUCCESS);
    const late = faucet.drip(drip(4));
    for (const result of [REFUSED, REFUSED, UNDECIDED]) await end(result);
    expect((await Promise.all([...drips, late])).map(({ kind }) => kind)).toEqual([
      'Given',
      'Failed',
      'Open',
      'Failed',
      'Failed',
    ]);
    expect(sizes()).toEqual([1, 3, 1, 1]);
  });

  it('does not cool down after a refusal, nor for what was not sent', async () => {
    const { faucet, sizes, end } = createWorld(1000);
    const drips = [faucet.drip(drip(0)), faucet.drip(drip(1))];
    await end(undefined);
    expect(await Promise.all(drips)).toEqual([
      { kind: 'Open', rejection: undefined },
      { kind: 'Failed', reason: 'a drip before it has no outcome yet, so it was not sent' },
    ]);
    const again = faucet.drip(drip(1));
    await end(REFUSED);
    expect(await again).toMatchObject({ kind: 'Failed', reason: 'InsufficientFunding' });
    void faucet.drip(drip(1));
    expect(sizes()).toEqual([1, 1, 1]);
  });

  it('says that nothing was sent, and does not cool down, where its client heard of nothing', async () => {
    const takenBack: unknown[] = [];
    const { faucet, sizes, end } = createWorld(
      1000,
      (operations) => takenBack.push(operations) > 0,
    );
    const drips = [faucet.drip(drip(0)), faucet.drip(drip(1))];
    await end(undefined);
    const reason = 'it is down or stands still, so the drip was not sent';
    const failed = { kind: 'Failed', reason };
    expect(await Promise.all(drips)).toEqual([failed, failed]);
    expect(takenBack).toMatchObject([[{ recipient: recipient(0) }]]);
    const again = faucet.drip(drip(0));
    await end(SUCCESS);
    expect(await again).toEqual({ kind: 'Given' });
    expect(sizes()).toEqual([1, 1]);
  });

  it('P11 gives again once it has cooled down, and to others meanwhile', async () => {
    const { faucet, end, wait } = createWorld(1000);
    const first = faucet.drip(drip(0));
    await end(SUCCESS);
    expect(await first).toEqual({ kind: 'Given' });
    wait(999);
    expect(await faucet.drip(drip(0))).toEqual({ kind: 'Throttled', waitMillis: 1 });
    const other = faucet.drip(drip(0, GOLD));
    await end(SUCCESS);
    expect(await other).toEqual({ kind: 'Given' });
    wait(1);
    const second = faucet.drip(drip(0));
    await end(SUCCESS);
    expect(await second).toEqual({ kind: 'Given' });
  });

  it.each<readonly [string, TokenId | null]>([
    ['the same', null],
    ['the native token by its id', NATIVE_TOKEN_ID],
  ])('P11 gives once to who asks again, %s, before there is an answer', async (_, tokenId) => {
    const { faucet, sizes, end } = createWorld(1000);
    const drips = [faucet.drip(drip(0)), faucet.drip(drip(0, tokenId))];
    await end(SUCCESS);
    await end(SUCCESS);
    expect(await Promise.all(drips)).toEqual([
      { kind: 'Given' },
      { kind: 'Throttled', waitMillis: 1000 },
    ]);
    expect(sizes()).toEqual([1]);
  });
});
