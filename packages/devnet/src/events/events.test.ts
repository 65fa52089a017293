import { createSigner, loadEd25519 } from '@quorate/crypto';
import { bytesToHex, encodeSignature, encodeTransaction, factsOf } from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import {
  callRpc,
  configOf,
  pays,
  personOf,
  signed,
  signedFirst,
  submission,
} from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { DevnetEvent } from './event.ts';
import { READERS_MAX } from './event-routes.ts';

const KEY = new Uint8Array(32).fill(7);

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ accounts: 1 });
});
afterAll(() => devnet.close());

/** Reads events over HTTP as an EventSource does, until one is of the kind. */
async function readUntil(
  url: string,
  kind: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const gone = new AbortController();
  const response = await fetch(`${devnet.admin}/events${url}`, { headers, signal: gone.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const found: DevnetEvent[] = [];
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    const data = lines.filter((line) => line.startsWith('data: '));
    found.push(...data.map((line) => JSON.parse(line.slice(6)) as DevnetEvent));
    if (found.some((event) => event.kind === kind)) break;
  }
  gone.abort();
  return found;
}

describe('the events of a devnet', () => {
  it('tell of a payment, whoever reads them, and go on where a reader was', async () => {
    const admin = createAdminCaller(devnet);
    const heard = devnet.events();
    const paid = await admin.pay();
    await admin.call('POST', '/wait', { transaction: paid, state: 'settled-all' });
    const all = await readUntil('?last=50', 'settled');
    const own = all.filter(({ transaction }) => transaction?.id === paid);
    expect(own.map(({ kind }) => kind)).toEqual(['submitted', 'signed', 'settled']);
    const [submitted = expect.fail('none'), signed = expect.fail('none')] = own;
    expect(submitted).toMatchObject({
      by: 'wallet',
      transaction: {
        sender: { name: 'wallet' },
        operations: [{ kind: 'TokenTransfer', amount: String(10n ** 18n), to: { name: 'alice' } }],
      },
    });
    expect(signed).toMatchObject({ transaction: { sender: { name: 'wallet' } } });
    expect(signed.validators?.length).toBe(3);
    for await (const event of heard) {
      expect(all.find(({ id }) => id === event.id)).toEqual(event);
      if (event.kind === 'settled' && event.transaction?.id === paid) break;
    }
    const after = await readUntil('?kind=settled', 'settled', { 'last-event-id': signed.id });
    expect(after[0]).toMatchObject({ kind: 'settled', transaction: { id: paid } });
  });

  it('tell of nodes, faults, snapshots and returns, of each once', async () => {
    const admin = createAdminCaller(devnet);
    const heard = devnet.events();
    await admin.call('POST', '/validators/v4/crash');
    await admin.call('POST', '/validators/v4/start');
    await admin.call('POST', '/snapshots', { name: 'here' });
    await admin.call('POST', '/snapshots/here/restore');
    await admin.call('POST', '/validators');
    await admin.call('POST', '/reset');
    const told: string[] = [];
    for await (const event of heard) {
      expect(JSON.parse(JSON.stringify(event))).toEqual(event);
      told.push([event.kind, event.node ?? event.fault?.kind ?? event.name].join(' ').trim());
      if (event.kind === 'reset') break;
    }
    const crash = ['down v4', 'fault-begun crash', 'fault-ended crash', 'up v4'];
    expect(told).toEqual([...crash, 'snapshot here', 'restored here', 'hosted v5', 'reset']);
  });

  it('tell why a transaction was refused, in values that every reader knows', async () => {
    const alice = personOf(devnet, 'alice');
    const params = submission(signed(alice, 0n, pays(alice, 10n ** 60n)));
    await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', params);
    const [refused] = await readUntil('?last=10&kind=refused', 'refused');
    expect((await readUntil('?last=10&kind=submitted', 'submitted')).at(-1)?.by).toBe('rpc');
    expect(refused).toMatchObject({
      transaction: { sender: { name: 'alice' }, nonce: '0' },
      code: 'InsufficientFunding',
      message: expect.stringContaining('insufficient funding'),
      details: expect.anything(),
    });
  });

  it('tell of a share that waits for the others, and by which interface it came', async () => {
    const [alice, other] = [personOf(devnet, 'alice'), createSigner(loadEd25519(), KEY)];
    const { transaction, signature } = signedFirst(configOf(alice, other), alice, pays(alice, 1n));
    const body = JSON.stringify({
      transaction: bytesToHex(encodeTransaction(transaction)),
      signature: bytesToHex(encodeSignature(signature)),
    });
    const headers = { 'content-type': 'application/json' };
    const url = `${devnet.rest}/v1/submit-transaction`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    const told = await readUntil('?last=10', 'incomplete');
    const shared = { transaction: { id: factsOf(transaction).id, nonce: '0' } };
    expect(told.slice(-2)).toMatchObject([
      { kind: 'submitted', by: 'rest', ...shared },
      { kind: 'incomplete', ...shared },
    ]);
  });

  it('can be chosen by account, kind and node', async () => {
    const admin = createAdminCaller(devnet);
    await admin.pay();
    await admin.call('POST', '/faults', { id: 'slow', kind: 'slow', node: 'v2', delay: '0 ms' });
    await admin.call('DELETE', '/faults/slow');
    const [mine] = await readUntil('?last=100&account=alice&kind=submitted', 'submitted');
    expect(mine).toMatchObject({ kind: 'submitted' });
    const ofNode = await readUntil('?last=100&node=v2&kind=fault-begun,fault-ended', 'fault-ended');
    expect(ofNode.map(({ fault }) => fault?.kind)).toEqual(['slow', 'slow']);
    const twice = ['kind', 'node', 'last', 'after', 'account'].map((key) => `${key}=v2&${key}=v2`);
    for (const wrong of ['kind=gold', 'node=v99', 'last=0', 'after=x', ...twice]) {
      expect((await fetch(`${devnet.admin}/events?${wrong}`)).status, wrong).toBe(400);
    }
  });

  it('are for few at once, and not for pages of others', async () => {
    const gone = new AbortController();
    const ask = (headers = {}) => fetch(`${devnet.admin}/events`, { headers, signal: gone.signal });
    expect((await ask({ origin: 'http://evil.example' })).status).toBe(403);
    const all = await Promise.all(Array.from({ length: READERS_MAX }, () => ask()));
    expect(all.every(({ ok }) => ok)).toBe(true);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'TOO_MANY_READERS' } });
    gone.abort();
    // Once they are gone there is room again.
    await expect.poll(async () => (await fetch(`${devnet.admin}/events`)).status).toBe(200);
  });

  it('take no reader for one who asks for their headers alone', async () => {
    const headers = { method: 'HEAD' };
    for (let asked = 0; asked <= READERS_MAX; asked += 1) {
      const { status, headers: told } = await fetch(`${devnet.admin}/events`, headers);
      expect([status, told.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    const { status, body } = await fetch(`${devnet.admin}/events`);
    expect(status).toBe(200);
    await body?.cancel();
  });

  it('end with the devnet, which readers do not hold up', async () => {
    const other = await startDevnet({ validators: 1, accounts: 0, token: 'sesame' });
    const url = `${other.admin}/events`;
    expect((await fetch(url)).status).toBe(401);
    const { body } = await fetch(url, { headers: { authorization: 'Bearer sesame' } });
    const heard = other.events();
    const begun = performance.now();
    await other.close();
    expect(performance.now() - begun).toBeLessThan(1500);
    expect((await heard.next()).done).toBe(true);
    const text = await new Response(body).text();
    expect(text).toContain(': events of a quorate devnet');
  });
});
