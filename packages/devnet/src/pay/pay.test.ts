import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createWallet, signerOf } from '@quorate/client';
import {
  type Address,
  formatAddress,
  NATIVE_TOKEN_ID,
  operationId,
  parseAddress,
  type TokenId,
} from '@quorate/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { DevnetOptions } from '../options.ts';
import { readSendRequest, send } from './send.ts';

const running: Devnet[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
});

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await startDevnet({ port: 0, ...options });
  running.push(devnet);
  return devnet;
}

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function post(devnet: Devnet, body: unknown, headers = {}): Promise<Answered> {
  const response = await fetch(`${devnet.rest}/api/pay/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answered['body'] };
}

const RECIPIENT = formatAddress('07'.repeat(32) as Parameters<typeof formatAddress>[0]);
const REQUEST = { to: RECIPIENT, amount: '0.1', chain: 'fast' };

async function balanceOf(devnet: Devnet, address: string): Promise<string> {
  const response = await fetch(`${devnet.rest}/v1/accounts/${address}`);
  return ((await response.json()) as { data: { balance: string } }).data.balance;
}

function adminPost(devnet: Devnet, path: string, body: object): Promise<Response> {
  return fetch(`${devnet.rest}/_devnet/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('POST /api/pay/send', () => {
  it('sends from the wallet of the server and shows what it did', async () => {
    const devnet = await start();
    const { status, body } = await post(devnet, REQUEST);
    expect(status).toBe(200);
    expect(body).toEqual({
      request: { ...REQUEST, network: 'testnet', token: 'FAST' },
      setup: { chain: 'fast', network: 'testnet', address: expect.stringMatching(/^fast1/) },
      result: {
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        explorerUrl: expect.stringMatching(/\/txs\/0x[0-9a-f]{64}$/),
        fee: '0',
        chain: 'fast',
        network: 'testnet',
        note: '',
      },
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const { txHash, explorerUrl } = body['result'] as Readonly<Record<string, string>>;
    expect(explorerUrl).toBe(`${devnet.rest}/txs/${txHash}`);
    expect((await fetch(explorerUrl ?? '')).status).toBe(200);
    expect(await balanceOf(devnet, RECIPIENT)).toBe('100000000000000000');
  });

  it('takes null for a field that may be absent, as for one that is', () => {
    const usual = { ...REQUEST, network: 'testnet', token: 'FAST' };
    expect(readSendRequest(REQUEST)).toEqual(usual);
    expect(readSendRequest({ ...REQUEST, network: null, token: null })).toEqual(usual);
    expect(() => readSendRequest({ ...REQUEST, to: null })).toThrow('to: expected a string');
  });

  it('settles every one of many sends at once (X7.5)', async () => {
    const devnet = await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(devnet, REQUEST)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await balanceOf(devnet, RECIPIENT)).toBe('2000000000000000000');
  });

  it('keeps the wallet in a file that only its owner can read, and goes on with it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-pay-'));
    const first = await start({ dataDir });
    const { body } = await post(first, REQUEST);
    const key = join(dataDir, 'wallet.key');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const kept = readFileSync(key, 'utf8');
    chmodSync(key, 0o644);
    await Promise.all(running.splice(0).map((devnet) => devnet.close()));
    const second = await start({ dataDir });
    const again = await post(second, REQUEST);
    expect(again.status).toBe(200);
    expect(again.body['setup']).toEqual(body['setup']);
    expect(readFileSync(key, 'utf8')).toBe(kept);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(again.body)).not.toContain(kept.trim());
    await Promise.all(running.splice(0).map((devnet) => devnet.close()));
    rmSync(dataDir, { recursive: true });
  });

  it('is funded again after the network went back to a time before it was', async () => {
    const devnet = await start();
    const admin = (path: string, body: object) => adminPost(devnet, path, body);
    await admin('/snapshots', { name: 'before' });
    await post(devnet, REQUEST);
    await admin('/snapshots/before/restore', {});
    expect(await post(devnet, REQUEST)).toMatchObject({ status: 200 });
  });

  it('sends nothing and is not funded again where nobody says what it holds', async () => {
    const devnet = await start();
    const { body } = await post(devnet, REQUEST);
    const { address } = body['setup'] as { address: string };
    const held = await balanceOf(devnet, address);
    await adminPost(devnet, '/faults', { kind: 'crash', node: 'p1' });
    for (const token of ['FAST', 'ab'.repeat(32)]) {
      const refused = await post(devnet, { ...REQUEST, token });
      expect(refused).toMatchObject({ status: 503, body: { code: 'BUSY' } });
    }
    await fetch(`${devnet.rest}/_devnet/v1/faults`, { method: 'DELETE' });
    expect(await balanceOf(devnet, address)).toBe(held);
    expect(await post(devnet, REQUEST)).toMatchObject({ status: 200 });
    expect(await balanceOf(devnet, address)).toBe(`${BigInt(held) - 10n ** 17n}`);
  });

  it.each([
    [true, 'The transfer has no outcome yet; it is sent again.'],
    [false, 'The transfer was refused: QuorumUnreachable.'],
  ])('calls no payment refused that may still settle (P4): %s', async (unsettled, message) => {
    const facts = { reason: 'v1 is silent', refusals: [], silent: [] };
    const rejection = { code: 'QuorumUnreachable', rule: 'P8', unsettled, ...facts } as const;
    const wallet = {
      address: NATIVE_TOKEN_ID as string as Address,
      pay: async () => ({ type: 'Rejected', rejection }) as const,
    };
    const asker = { ask: () => expect.fail('nobody is asked'), close: () => undefined };
    const sending = send({ asker, wallet, deadline: 0 }, readSendRequest(REQUEST));
    await expect(sending).rejects.toMatchObject({ status: 500, code: 'TX_FAILED', message });
  });

  it('takes the native token by its id, too', async () => {
    const devnet = await start();
    const token = `fa575e70${'0'.repeat(56)}`;
    for (const each of [token, `0x${token}`, token.toUpperCase()]) {
      const sent = await post(devnet, { ...REQUEST, token: each });
      expect(sent).toMatchObject({ status: 200, body: { request: { token: each } } });
    }
    expect(await balanceOf(devnet, RECIPIENT)).toBe('300000000000000000');
  });

  it('pays in another token that it was given, by the decimals of that token', async () => {
    const devnet = await start({ validators: 1 });
    const { body } = await post(devnet, REQUEST);
    const { address } = body['setup'] as { address: string };
    const signer = signerOf(devnet.accounts[0]?.secretKey ?? '');
    const client = createClient({ url: devnet.rest });
    const alice = createWallet({ client, signer, networkId: devnet.networkId });
    const own = { tokenName: 'GOLD', decimals: 2, initialAmount: 900n, mints: [], userData: null };
    await alice.transact([{ kind: 'TokenCreation', ...own }]);
    const tokenId = operationId(signer.address, 0n, 0) as string as TokenId;
    const gift = { tokenId, recipient: parseAddress(address), amount: 400n, userData: null };
    await alice.transact([{ kind: 'TokenTransfer', ...gift }]);
    const token = { ...REQUEST, token: tokenId };
    expect(await post(devnet, { ...token, amount: '1.5' })).toMatchObject({ status: 200 });
    const finer = await post(devnet, { ...token, amount: '1.505' });
    expect(finer.body['error']).toContain('with at most 2 decimals');
    const held = await client.account(parseAddress(RECIPIENT), { tokens: [tokenId] });
    expect(held.tokenBalance).toEqual([[tokenId, 150n]]);
  });

  it.each([
    [{ ...REQUEST, to: 'nobody' }, 400, undefined],
    [{ ...REQUEST, chain: 'ethereum' }, 500, 'CHAIN_NOT_CONFIGURED'],
    [{ ...REQUEST, amount: '0' }, 400, 'INVALID_PARAMS'],
    [{ ...REQUEST, amount: `0.${'0'.repeat(18)}1` }, 400, 'INVALID_PARAMS'],
    [{ ...REQUEST, amount: 1 }, 400, 'INVALID_PARAMS'],
    [{ ...REQUEST, amount: '1000000' }, 400, 'INSUFFICIENT_BALANCE'],
    [{ ...REQUEST, network: 'moonnet' }, 400, 'INVALID_PARAMS'],
    [{ ...REQUEST, token: 'GOLD' }, 400, 'TOKEN_NOT_FOUND'],
    [{ ...REQUEST, token: 'ab'.repeat(32) }, 400, 'TOKEN_NOT_FOUND'],
    [{ amount: '1', chain: 'fast' }, 400, 'INVALID_PARAMS'],
    ['[]', 400, 'INVALID_PARAMS'],
    ['null', 400, 'INVALID_PARAMS'],
    ['7', 400, 'INVALID_PARAMS'],
    ['{', 400, 'INVALID_PARAMS'],
  ])('answers %j with %i %s and moves nothing', async (body, status, code) => {
    const devnet = await start();
    const answer = await post(devnet, body);
    expect(answer).toMatchObject({ status, body: { error: expect.any(String) } });
    expect(answer.body['code']).toBe(code);
    expect(await balanceOf(devnet, RECIPIENT)).toBe('0');
  });

  it('says what an amount may be when it is more than any account could hold', async () => {
    const { body } = await post(await start(), { ...REQUEST, amount: '9'.repeat(60) });
    expect(body).toMatchObject({ error: expect.stringContaining('at most 2^256 - 1 least units') });
  });

  it('says so where the recipient is invalid for the chain', async () => {
    const { body } = await post(await start(), { ...REQUEST, to: 'fast1nobody' });
    expect(body).toEqual({ error: 'Recipient address is invalid for the selected chain.' });
  });

  it('refuses pages of other origins and lets no browser ask first', async () => {
    const devnet = await start();
    const answer = await post(devnet, REQUEST, { origin: 'http://localhost:3000' });
    expect(answer.status).toBe(403);
    const preflight = await fetch(`${devnet.rest}/api/pay/send`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    { status: 415, headers: { 'content-type': 'text/plain' }, body: '{}' },
    { status: 413, headers: { 'content-length': '4194305' } },
    { status: 403, headers: { host: 'evil.example' }, body: '{}' },
    { status: 405, headers: {}, method: 'GET' },
  ])('writes a refusal with %j as its other errors', async ({ status, ...given }) => {
    const { method = 'POST', body } = given;
    const url = `${(await start()).rest}/api/pay/send`;
    const headers = { 'content-type': 'application/json', ...given.headers };
    const answer = await new Promise<Answered>((resolve, reject) => {
      const sending = request(url, { method, headers }, async (response) => {
        const text = (await response.toArray()).join('');
        sending.destroy();
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      });
      sending.on('error', reject);
      if (status === 413) sending.flushHeaders();
      else sending.end(body);
    });
    expect(answer).toEqual({ status, body: { error: expect.any(String) } });
  });

  it('asks for the token where one is set', async () => {
    const devnet = await start({ token: 'secret' });
    expect((await post(devnet, REQUEST)).status).toBe(401);
    const headers = { authorization: 'Bearer secret' };
    expect((await post(devnet, REQUEST, headers)).status).toBe(200);
  });
});
