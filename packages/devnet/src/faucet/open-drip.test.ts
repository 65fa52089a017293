import type { Address, Rejection } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { faucetDrip } from '../http/rest/faucet-route.ts';
import { drip } from '../rpc/drip.ts';
import type { DripOutcome, Faucet } from './faucet.ts';

const UNREACHABLE: Rejection = {
  code: 'QuorumUnreachable',
  rule: 'P8',
  reason: 'the deadline has passed',
  unsettled: true,
  refusals: [],
  silent: [],
};
const FACTS = { reason: 'the deadline has passed', unsettled: true };
const MESSAGE = 'the drip has no outcome yet, and may still arrive';

function faucetThatEnds(outcome: DripOutcome): Faucet {
  return { drip: () => Promise.resolve(outcome) };
}

async function byRest(outcome: DripOutcome): Promise<unknown> {
  const body = { recipient: '11'.repeat(32), amount: '1' };
  return faucetDrip(faucetThatEnds(outcome), body, undefined).catch((failure: unknown) => failure);
}

async function byRpc(outcome: DripOutcome): Promise<unknown> {
  const asked = { recipient: '11'.repeat(32) as Address, amount: 1n, tokenId: null };
  return drip(faucetThatEnds(outcome), asked, undefined).catch((failure: unknown) => failure);
}

describe('a drip whose outcome is open', () => {
  it('is not said to have failed where a quorum was out of reach, and its facts are told', async () => {
    const outcome = { kind: 'Open', rejection: UNREACHABLE } as const;
    const message = `${MESSAGE}: the quorum is unreachable: the deadline has passed`;
    expect(await byRest(outcome)).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message,
      details: { QuorumUnreachable: FACTS },
    });
    const refused = await byRpc(outcome);
    expect(refused).toMatchObject({ code: -32000, message });
    const { data } = refused as { readonly data: string };
    expect(JSON.parse(data)).toMatchObject({ QuorumUnreachable: FACTS });
  });

  it('is not said to have failed where there was no answer', async () => {
    const outcome = { kind: 'Open', rejection: undefined } as const;
    const message = `${MESSAGE}: no answer came`;
    expect(await byRest(outcome)).toMatchObject({ status: 503, message });
    expect(await byRpc(outcome)).toMatchObject({ code: -32000, message });
  });

  it('is distinguished from one that will not arrive', async () => {
    const outcome = { kind: 'Failed', reason: 'InsufficientFunding' } as const;
    const message = 'the faucet could not pay: InsufficientFunding';
    expect(await byRest(outcome)).toMatchObject({ status: 502, code: 'UPSTREAM_ERROR', message });
    expect(await byRpc(outcome)).toMatchObject({ code: -32004, message });
  });
});

describe('a drip that is too much', () => {
  it('is refused with the limit, over JSON-RPC in hexadecimal digits too', async () => {
    const outcome = { kind: 'TooMuch', most: 255n } as const;
    const message = 'one drip is at most 255';
    expect(await byRest(outcome)).toMatchObject({ status: 400, message });
    const inHex = `${message}, ff in hex digits`;
    const data = JSON.stringify({ FaucetThresholdExceeded: inHex });
    expect(await byRpc(outcome)).toMatchObject({ code: -32005, message: inHex, data });
  });
});

describe('a drip that comes too soon', () => {
  it.each([
    [1, 1, '1 second'],
    [59_001, 60, '60 seconds'],
  ])(
    'is told over REST after %i ms when to come again, in a header too',
    async (waitMillis, seconds, text) => {
      expect(await byRest({ kind: 'Throttled', waitMillis })).toMatchObject({
        status: 429,
        code: 'FAUCET_THROTTLED',
        message: `throttled: try again in ${text}`,
        details: { retry_after_secs: seconds },
        headers: { 'retry-after': String(seconds) },
      });
    },
  );

  it.each([
    [1, '0.1'],
    [3000, '0.1'],
    [6000, '0.1'],
    [6001, '0.2'],
    [89_000, '1.5'],
    [120_000, '2.0'],
  ])('is told after %i ms in minutes that are enough', async (waitMillis, minutes) => {
    expect(await byRpc({ kind: 'Throttled', waitMillis })).toMatchObject({
      code: -32003,
      message: `throttled: try again in ${minutes} minutes`,
    });
  });
});
