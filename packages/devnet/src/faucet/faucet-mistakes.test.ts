import {
  type Address,
  hexToBytes,
  type JsonObject,
  operationId,
  parseAddress,
  type TokenId,
} from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

const UNKNOWN = 'ab'.repeat(32);
const RECIPIENT = '11'.repeat(32);

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterAll(() => devnet.close());

interface Asked {
  readonly amount: string;
  readonly token: string | null;
}

async function byRest({ amount, token }: Asked): Promise<JsonObject> {
  const response = await fetch(`${devnet.rest}/v1/faucet-drip`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: RECIPIENT, amount, token_id: token }),
  });
  return { status: response.status, ...((await response.json()) as JsonObject) };
}

function byRpc({ amount, token }: Asked): Promise<JsonObject> {
  const recipient = [...hexToBytes(RECIPIENT)];
  const token_id = token === null ? null : [...hexToBytes(token)];
  return callRpc(devnet.proxyRpc, 'proxy_faucetDrip', { recipient, amount, token_id });
}

async function faucetAddress(): Promise<Address> {
  const response = await fetch(`${devnet.rest}/_devnet/v1/genesis`);
  const { accounts } = (await response.json()) as {
    readonly accounts: readonly { readonly name: string; readonly address: string }[];
  };
  const found = accounts.find(({ name }) => name === 'faucet');
  if (found === undefined) throw new Error('the genesis names no faucet');
  return parseAddress(found.address);
}

/** Has somebody create a token and give the faucet this much of it. */
async function giveToken(amount: bigint): Promise<string> {
  const alice = personOf(devnet, 'alice');
  const creation = signed(alice, 0n, {
    kind: 'TokenCreation',
    tokenName: 'GOLD',
    decimals: 0,
    initialAmount: amount,
    mints: [],
    userData: null,
  });
  const tokenId = operationId(alice.address, 0n, 0) as string as TokenId;
  const recipient = await faucetAddress();
  const transfer = signed(alice, 1n, { ...pays(alice, amount), tokenId, recipient });
  for (const envelope of [creation, transfer]) {
    const answer = await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(envelope));
    expect(answer).toMatchObject({ result: { Success: {} } });
  }
  return tokenId;
}

describe('a faucet that is asked by mistake', () => {
  it.each([
    ['for nothing', '0', null, 'amount: expected at least 1'],
    ['for nothing of an unknown token', '0', UNKNOWN, 'amount: expected at least 1'],
    ['for an unknown token', '1', UNKNOWN, 'token_id: expected a token that the faucet holds'],
  ])('%s names the field', async (_, amount, token, complaint) => {
    expect(await byRest({ amount, token })).toMatchObject({
      status: 400,
      error: { code: 'INVALID_REQUEST', message: `body.${complaint}` },
    });
    expect(await byRpc({ amount, token })).toMatchObject({
      error: { code: -32602, message: 'Invalid params', data: `params.${complaint}` },
    });
  });

  it('says that it could not pay where it holds too little, and whose mistake it is where nothing', async () => {
    const token = await giveToken(5n);
    expect(await byRest({ amount: '6', token })).toMatchObject({
      status: 502,
      error: { code: 'UPSTREAM_ERROR', message: expect.stringContaining('InsufficientFunding') },
    });
    expect(await byRpc({ amount: '6', token })).toMatchObject({
      error: { code: -32004, data: expect.stringContaining('FaucetTxnFailed') },
    });
    expect(await byRest({ amount: '5', token })).toMatchObject({ status: 200, data: null });
    expect(await byRest({ amount: '1', token })).toMatchObject({ status: 400 });
    expect(await byRpc({ amount: '1', token })).toMatchObject({ error: { code: -32602 } });
  });
});
