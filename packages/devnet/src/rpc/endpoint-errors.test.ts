import type { JsonObject, TransactionEnvelope } from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callRpc,
  envelopeOf,
  pays,
  personOf,
  postText,
  signed,
  submission,
} from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
let validator: string;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, faucetCooldown: 60_000 });
  validator = devnet.validators[0]?.rpc ?? '';
});
afterAll(() => devnet.close());

const person = (name: string) => personOf(devnet, name);

function submit(envelope: TransactionEnvelope): Promise<JsonObject> {
  return callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(envelope));
}

describe('errors of JSON-RPC (interface document, "Errors")', () => {
  it.each([
    ['malformed JSON', '{"jsonrpc":', -32700],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"proxy_nothing"}', -32601],
    ['something that is not a call', '[1]', -32600],
    ['an empty batch', '[]', -32600],
    [
      'parameters by position',
      '{"jsonrpc":"2.0","id":1,"method":"getVersion","params":[1]}',
      -32602,
    ],
    ['a missing field', '{"jsonrpc":"2.0","id":1,"method":"proxy_getAccountInfo"}', -32602],
    [
      'a key that is given twice',
      '{"jsonrpc":"2.0","id":1,"method":"proxy_getTokenInfo","params":{"token_ids":[],"token_ids":[1]}}',
      -32602,
    ],
    [
      'a number beyond its range',
      `{"jsonrpc":"2.0","id":1,"method":"proxy_getTransactionCertificates","params":{"address":[${'1,'.repeat(31)}1],"from_nonce":18446744073709551616,"limit":1}}`,
      -32602,
    ],
  ])('answers %s with HTTP 200 and %#', async (_, body, code) => {
    const url = body.includes('getVersion') ? validator : devnet.proxyRpc;
    const { status, body: answered } = await postText(url, body);
    const [first] = Array.isArray(answered) ? answered : [answered];
    expect(status).toBe(200);
    expect(first).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  it('names the missing field in the data of -32602', async () => {
    for (const [url, method] of [
      [validator, 'submitTransaction'],
      [devnet.proxyRpc, 'proxy_submitTransaction'],
    ] as const) {
      const { error } = await callRpc(url, method, { signature: {} });
      expect(error).toMatchObject({ code: -32602, data: expect.stringContaining('transaction') });
    }
  });

  it.each(['', ',"params":{"a":1,"a":2}'])('has no body for a notification%s', async (more) => {
    const text = `{"jsonrpc":"2.0","method":"getVersion"${more}}`;
    expect(await postText(validator, text)).toEqual({ status: 204, body: undefined });
  });

  it('takes an empty list for no parameters, and still names the field that is missing', async () => {
    for (const [url, method] of [
      [validator, 'getVersion'],
      [validator, 'rpc.discover'],
      [devnet.proxyRpc, 'rpc.discover'],
    ] as const) {
      expect(await callRpc(url, method, [])).toHaveProperty('result');
    }
    for (const [url, method, field] of [
      [validator, 'getTransactions', 'page'],
      [validator, 'quorate_getTokenInfo', 'tokenIds'],
      [devnet.proxyRpc, 'proxy_faucetDrip', 'recipient'],
    ] as const) {
      const { error } = await callRpc(url, method, []);
      expect(error).toMatchObject({ code: -32602, data: expect.stringContaining(field) });
    }
  });

  it('answers -32000 with the reason as message and the facts as data, like validators', async () => {
    const [alice, bob] = [person('alice'), person('bob')];
    const early = signed(alice, 3n, pays(bob, 1n));
    const expected = {
      code: -32000,
      message: 'expected nonce is 0 but tx has 3',
      data: '{"UnexpectedNonce":{"tx_nonce":3,"expected_nonce":0}}',
    };
    expect(await submit(early)).toMatchObject({ error: expected });
    const direct = await callRpc(validator, 'submitTransaction', submission(early));
    expect(direct).toMatchObject({ error: expected });
    const poor = await submit(signed(alice, 0n, pays(bob, 2n ** 200n)));
    expect(poor).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('insufficient') },
    });
    const { transaction } = signed(alice, 0n, pays(bob, 1n));
    const forged = envelopeOf(bob, transaction);
    expect(await submit(forged)).toMatchObject({
      error: { code: -32000, data: expect.stringContaining('InvalidSignature') },
    });
  });

  it('answers -32000 for a validator that is down, while the others go on', async () => {
    const down = devnet.validators[3];
    down?.crash();
    for (const method of ['getAccountInfo', 'quorate_getAccountInfo']) {
      const params = { address: addressJson('alice'), tokenBalances: 'none', stateKeys: 'none' };
      const asked = method === 'getAccountInfo' ? params : { ...params, address: hexOf('alice') };
      expect(await callRpc(down?.rpc ?? '', method, asked)).toMatchObject({
        error: { code: -32000, message: 'v4 gave no answer' },
      });
    }
    expect(
      await callRpc(devnet.proxyRpc, 'proxy_getAccountInfo', {
        address: addressJson('alice'),
      }),
    ).toHaveProperty('result');
    down?.start();
  });

  it('answers -32000 from a validator that is down whatever it is asked, until it is up', async () => {
    const down = devnet.validators[3];
    const url = down?.rpc ?? '';
    const { result } = await callRpc(url, 'rpc.discover', {});
    const { methods } = result as { readonly methods: readonly { readonly name: string }[] };
    const names = [...methods.map(({ name }) => name), 'set_getVersion', 'rpc.discover'];
    expect(names).toEqual(expect.arrayContaining(['getVersion', 'getPerformanceInfo']));
    down?.crash();
    for (const name of names) {
      expect(await callRpc(url, name, {}), name).toMatchObject({
        error: { code: -32000, message: 'v4 gave no answer' },
      });
    }
    down?.start();
    expect(await callRpc(url, 'getVersion', {})).toHaveProperty('result');
  });

  it('refuses a body of a million brackets before it parses any', async () => {
    for (const url of [devnet.proxyRpc, validator]) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `[${'['.repeat(60)}${']'.repeat(60)}${',{}'.repeat(1_000_000)}]`,
      });
      expect(answer.status, url).toBe(413);
      expect(await answer.json(), url).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32600,
          message: 'Invalid Request',
          data: 'body: expected at most 100000 arrays and objects',
        },
      });
    }
  });

  it('P11 throttles the faucet with -32003', async () => {
    const params = { recipient: addressJson('carol'), amount: 'a', token_id: null };
    expect(await callRpc(devnet.proxyRpc, 'proxy_faucetDrip', params)).toMatchObject({
      result: null,
    });
    expect(await callRpc(devnet.proxyRpc, 'proxy_faucetDrip', params)).toMatchObject({
      error: { code: -32003, message: expect.stringContaining('minutes') },
    });
  });

  it('refuses more than 200 certificates with -32013, whose data is the bare name', async () => {
    const range = { address: addressJson('alice'), certificate_by_nonce: { start: 0, limit: 201 } };
    expect(await callRpc(validator, 'getAccountInfo', range)).toMatchObject({
      error: { code: -32013, data: 'TooManyCertificatesRequested' },
    });
  });
});

function hexOf(name: string): string {
  return person(name).address;
}

function addressJson(name: string): readonly number[] {
  return [...Buffer.from(hexOf(name), 'hex')];
}
