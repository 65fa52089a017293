import { Buffer } from 'node:buffer';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { recoverAddress } from 'ethers';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { call, post, refused, rpcErrorOf } from './client/calls.ts';
import { list } from './client/decoder.ts';
import { type JsonObject, rpcJson } from './client/json.ts';
import { addressText, filled, idOf, multiSigAddress, NATIVE } from './client/keys.ts';
import { rpc } from './client/shapes.ts';
import { openTable } from './table.ts';
import {
  type AccountInfo,
  accountInfo,
  build,
  openSender,
  openWorld,
  payment,
  rpcParams,
  settleRpc,
  sign,
  signTogether,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.devnet.close());

const CALL = { jsonrpc: '2.0', id: 1, method: 'proxy_getTokenInfo', params: { token_ids: [] } };

async function info(params: JsonObject): Promise<AccountInfo> {
  const result = await call(world.proxy, 'proxy_getAccountInfo', params);
  return rpc.accountInfo(result, 'result') as unknown as AccountInfo;
}

/** An account with one token, one state cell and three certificates. */
async function openRich() {
  const sender = await openSender(world, 'Release20260407', settleRpc);
  await sender.send({
    TokenCreation: {
      token_name: 'Tick',
      decimals: 2,
      initial_amount: '300',
      mints: [],
      user_data: null,
    },
  });
  const token = sender.created();
  await sender.send({ StateInitialization: { key: filled(1), initial_state: filled(2) } });
  await sender.send(payment(filled(7)));
  return { address: [...sender.publicKey], token, sender };
}

describe('JSON-RPC conventions', () => {
  const row = openTable('JSON-RPC conventions');

  row('POST with jsonrpc, id, method and params; success has jsonrpc, id and result', async () => {
    for (const id of [7, 0, -1, 'seven', null, 2n ** 63n - 1n]) {
      const { status, type, body } = await post(world.proxy, { ...CALL, id });
      expect(status).toBe(200);
      expect(type).toMatch(/^application\/json/);
      expect(body).toEqual({ jsonrpc: '2.0', id, result: { requested_token_metadata: [] } });
    }
  });

  row('an error has jsonrpc, id and error; HTTP status 200', async () => {
    const { status, body } = await post(world.proxy, { ...CALL, method: 'nothing' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -32601 } });
  });

  row('params are named: a list of them is invalid', async () => {
    expect(rpcErrorOf(await post(world.proxy, { ...CALL, params: [[]] })).code).toBe(-32602);
  });

  row('params: an empty list is no parameters', async () => {
    const discover = { ...CALL, method: 'rpc.discover', params: [] };
    expect((await post(world.proxy, discover)).body).toMatchObject({
      result: { openrpc: '1.3.2' },
    });
    const { code, data } = rpcErrorOf(await post(world.proxy, { ...CALL, params: [] }));
    expect({ code, data }).toEqual({ code: -32602, data: expect.stringContaining('token_ids') });
  });

  row('batches answer each call, notifications none', async () => {
    const { id: _, ...notification } = CALL;
    const batch = [CALL, notification, { ...CALL, id: 2, method: 'nothing' }, 3];
    const { body } = await post(world.proxy, batch);
    expect(body).toMatchObject([
      { id: 1, result: {} },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  row('jsonrpc is "2.0"', async () => {
    expect(rpcErrorOf(await post(world.proxy, { ...CALL, jsonrpc: '1.0' })).code).toBe(-32600);
  });

  row('signature rule: an Ed25519 signature by the sender over the BCS, or a refusal', async () => {
    const [account, other] = [await world.account(), await world.account()];
    const plain = build('Release20260407', account.publicKey, 0n, [payment(filled(7))]);
    const dearer = build('Release20260407', account.publicKey, 0n, [payment(filled(7), '1235')]);
    const { signature } = await sign(account, plain);
    const wrong = [
      await sign(other, plain),
      { transaction: dearer, signature },
      { transaction: plain, signature: { Signature: filled(0, 64) } },
    ];
    for (const signed of wrong) {
      const error = await refused(world.proxy, 'proxy_submitTransaction', rpcParams(signed));
      expect(error).toMatchObject({ code: -32000, message: expect.stringContaining('signature') });
    }
    await settleRpc(world, { transaction: plain, signature });
  });
});

describe('proxy methods', () => {
  const row = openTable('Proxy JSON-RPC methods');

  row('proxy_submitTransaction: Success with the certificate', async () => {
    const sender = await openSender(world, 'Release20260508', settleRpc);
    const certificate = await sender.send(payment(filled(7)));
    expect(certificate['signatures']).toHaveLength(world.devnet.quorum);
  });

  row('proxy_submitTransaction: IncompleteMultiSigs, then Success', async () => {
    const signers = [await world.account(), await world.account()];
    const authorized_signers = signers.map(({ publicKey }) => publicKey);
    const config = { authorized_signers, quorum: 2n, nonce: 0n };
    const address = multiSigAddress(config);
    await (await openSender(world)).send(payment(address, '5000'));
    const transaction = build('Release20260407', address, 0n, [payment(filled(7))]);
    const [one, two] = await Promise.all(
      signers.map((signer) => signTogether(config, [signer], transaction)),
    );
    if (one === undefined || two === undefined) throw new Error('two signers');
    const first = await call(world.proxy, 'proxy_submitTransaction', rpcParams(one));
    expect(first).toHaveProperty('IncompleteMultiSigs');
    const pending = await call(world.proxy, 'proxy_getPendingMultisigTransactions', {
      address: [...address],
    });
    expect(list(rpc.envelope)(pending, 'result')).toEqual([one]);
    const second = await call(world.proxy, 'proxy_submitTransaction', rpcParams(two));
    rpc.submitResult(second, 'result');
  });

  row(
    'proxy_faucetDrip: result is null; amount in hexadecimal digits; token_id null or an id',
    async () => {
      const recipient = filled(0x21);
      for (const token_id of [null, [...NATIVE]]) {
        const params = { recipient: [...recipient], amount: 'de0b6b3a7640000', token_id };
        expect(await call(world.proxy, 'proxy_faucetDrip', params)).toBeNull();
      }
      const { balance } = await accountInfo(world, addressText(recipient));
      expect(balance).toBe(`${2n * 10n ** 18n}`);
    },
  );

  row('proxy_evmSignCertificate: a secp256k1 signature over the transaction', async () => {
    const sender = await openSender(world, 'Release20260407', settleRpc);
    const { transaction } = await sender.next(payment(filled(7)));
    const certificate = await sender.send(payment(filled(7)));
    const params = { certificate: rpcJson(certificate) };
    const result = (await call(world.proxy, 'proxy_evmSignCertificate', params)) as JsonObject;
    expect(result).toEqual({
      format: 'eip191-abi',
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      transaction: expect.any(Array),
    });
    const bytes = Buffer.from(result['transaction'] as readonly number[]);
    expect(bytes.subarray(32, 64).toString('hex')).toBe(idOf(transaction));
    const text = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`);
    const hash = keccak_256(Buffer.concat([text, bytes]));
    const signer = recoverAddress(hash, result['signature'] as string);
    expect(signer.toLowerCase()).toBe((await world.devnet.evmAddress()).toLowerCase());
  });

  row('proxy_evmSignCertificate: refuses what no quorum has signed', async () => {
    const sender = await openSender(world, 'Release20260407', settleRpc);
    const certificate = rpcJson(await sender.send(payment(filled(7)))) as JsonObject;
    const signatures = (certificate['signatures'] as readonly JsonObject[]).slice(1);
    const params = { certificate: { ...certificate, signatures } };
    const { code } = await refused(world.proxy, 'proxy_evmSignCertificate', params);
    expect(code).toBe(-32000);
  });

  row('proxy_getAccountInfo: options omitted', async () => {
    const { address, sender } = await openRich();
    expect(await info({ address })).toEqual({
      sender: sender.publicKey,
      balance: `${1_000_000n * 10n ** 18n - 1234n}`,
      next_nonce: 3n,
      pending_confirmation: null,
      requested_state: [],
      requested_certificates: null,
      requested_validated_transaction: null,
      token_balance: [],
    });
  });

  row('proxy_getAccountInfo: token_balances_filter, empty for all or a list', async () => {
    const { address, token } = await openRich();
    const held = [[token, '300']];
    expect(await info({ address, token_balances_filter: [] })).toMatchObject({
      token_balance: held,
    });
    const some = { address, token_balances_filter: [[...token], Array(32).fill(3)] };
    expect(await info(some)).toMatchObject({ token_balance: held });
    expect(await info({ address, token_balances_filter: null })).toMatchObject({
      token_balance: [],
    });
    // As a published client asks, which knows of both names.
    const both = { token_balances_filter: [], token_balance_filter: null };
    expect(await info({ address, ...both })).toMatchObject({ token_balance: held });
  });

  row('proxy_getAccountInfo: state_key_filter, empty for all or a list', async () => {
    const { address } = await openRich();
    const cells = [[filled(1), filled(2)]];
    expect(await info({ address, state_key_filter: [] })).toMatchObject({ requested_state: cells });
    const some = { address, state_key_filter: [[...filled(1)], [...filled(9)]] };
    expect(await info(some)).toMatchObject({ requested_state: cells });
  });

  row('proxy_getAccountInfo: certificate_by_nonce, without those that do not exist', async () => {
    const { address } = await openRich();
    const ask = async (start: number, limit: number) =>
      (await info({ address, certificate_by_nonce: { start, limit } })).requested_certificates;
    expect(await ask(0, 200)).toHaveLength(3);
    expect(await ask(1, 1)).toHaveLength(1);
    expect(await ask(2, 100)).toHaveLength(1);
    expect(await ask(3, 100)).toEqual([]);
  });

  row('proxy_getTokenInfo: [token id, metadata or null] for each', async () => {
    const { token, sender } = await openRich();
    const token_ids = [Array(32).fill(3), [...token]];
    const result = await call(world.proxy, 'proxy_getTokenInfo', { token_ids });
    expect(rpc.tokenInfo(result, 'result')).toEqual({
      requested_token_metadata: [
        [filled(3), null],
        [
          token,
          {
            update_id: 0n,
            admin: sender.publicKey,
            token_name: 'Tick',
            decimals: 2,
            total_supply: '300',
            mints: [],
          },
        ],
      ],
    });
  });
});

describe('JSON-RPC errors', () => {
  const row = openTable('JSON-RPC errors (proxy)');

  row('-32700 Parse error: malformed JSON', async () => {
    for (const body of ['{', '', 'nothing', '{"jsonrpc":"2.0",}', '\u0000']) {
      const error = rpcErrorOf(await post(world.proxy, body));
      expect(error).toMatchObject({ code: -32700, message: 'Parse error' });
    }
  });

  row('-32601 Method not found', async () => {
    for (const method of ['nothing', '', 'submitTransaction', 'toString', '__proto__']) {
      const error = await refused(world.proxy, method, {});
      expect(error).toMatchObject({ code: -32601, message: 'Method not found' });
    }
  });

  row('-32602 Invalid params: missing or invalid; data names the field', async () => {
    const wrong: readonly (readonly [string, JsonObject, string])[] = [
      ['proxy_submitTransaction', {}, 'transaction'],
      ['proxy_faucetDrip', { amount: '1', token_id: null }, 'recipient'],
      ['proxy_faucetDrip', { recipient: Array(31).fill(1), amount: '1' }, 'recipient'],
      ['proxy_faucetDrip', { recipient: Array(32).fill(1), amount: 'xyz' }, 'amount'],
      ['proxy_faucetDrip', { recipient: Array(32).fill(1), amount: 1 }, 'amount'],
      ['proxy_faucetDrip', { recipient: Array(32).fill(1), amount: '0' }, 'amount'],
      [
        'proxy_faucetDrip',
        { recipient: Array(32).fill(1), amount: '1', token_id: Array(32).fill(9) },
        'token_id',
      ],
      ['proxy_evmSignCertificate', {}, 'certificate'],
      ['proxy_getAccountInfo', {}, 'address'],
      ['proxy_getAccountInfo', { address: Array(32).fill(256) }, 'address'],
      ['proxy_getTokenInfo', {}, 'token_ids'],
    ];
    for (const [method, params, field] of wrong) {
      const error = await refused(world.proxy, method, params);
      expect(error, method).toMatchObject({ code: -32602, message: 'Invalid params' });
      expect(error.data, method).toContain(field);
    }
  });

  row('-32000 Server error: nonce mismatch, "expected nonce is 1 but tx has 0"', async () => {
    const sender = await openSender(world, 'Release20260407', settleRpc);
    await sender.send(payment(filled(7)));
    const again = build('Release20260407', sender.publicKey, 0n, [payment(filled(8))]);
    const params = rpcParams(await sign(sender.account, again));
    expect(await refused(world.proxy, 'proxy_submitTransaction', params)).toEqual({
      code: -32000,
      message: 'expected nonce is 1 but tx has 0',
      data: JSON.stringify({ UnexpectedNonce: { tx_nonce: 0, expected_nonce: 1 } }),
    });
  });

  row('-32000 Server error: insufficient balance', async () => {
    const sender = await openSender(world);
    const params = rpcParams(await sender.next(payment(filled(7), `${10n ** 30n}`)));
    const error = await refused(world.proxy, 'proxy_submitTransaction', params);
    expect(error).toMatchObject({ code: -32000, message: expect.stringContaining('insufficient') });
    expect(error.data).toContain('InsufficientFunding');
  });

  row('-32003 Throttled: the faucet cools down', async () => {
    const cool = await openWorld({ faucetCooldown: 60_000 });
    try {
      const params = { recipient: [...filled(9)], amount: '1', token_id: null };
      expect(await call(cool.proxy, 'proxy_faucetDrip', params)).toBeNull();
      expect(await refused(cool.proxy, 'proxy_faucetDrip', params)).toMatchObject({
        code: -32003,
        message: expect.stringMatching(/throttled/i),
      });
    } finally {
      await cool.devnet.close();
    }
  });
});
