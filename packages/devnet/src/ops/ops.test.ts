import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { callRpc } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
  const drip = { recipient: devnet.accounts[0]?.address, amount: '5' };
  await fetch(`${devnet.rest}/v1/faucet-drip`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(drip),
  });
});
afterAll(() => devnet.close());

async function get(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${devnet.rest}${path}`);
  return { status: response.status, text: await response.text() };
}

describe('the pages of operators', () => {
  it('says that the process answers, and that all nodes serve', async () => {
    expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
    const { status, text } = await get('/readyz');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      status: 'ready',
      components: { proxy: 'up', v1: 'up', v2: 'up', v3: 'up', v4: 'up' },
    });
  });

  it('is ready with the proxy and a quorum, whatever else is hosted', async () => {
    const { call } = createAdminCaller(devnet);
    const ready = async () => {
      const { status, text } = await get('/readyz');
      return { code: status, ...JSON.parse(text) };
    };
    const fault = (node: string) => call('POST', '/faults', { kind: 'crash', node });
    await call('POST', '/validators');
    await fault('v5');
    expect(await ready()).toMatchObject({ code: 200, status: 'ready', components: { v5: 'down' } });
    await fault('v4');
    expect(await ready()).toMatchObject({
      code: 200,
      status: 'degraded',
      components: { proxy: 'up', v3: 'up', v4: 'down', v5: 'down' },
    });
    await call('POST', '/validators/v5/start');
    await fault('v3');
    expect(await ready()).toMatchObject({ code: 503, status: 'unready', components: { v5: 'up' } });
    await call('DELETE', '/faults');
    await fault('p1');
    expect(await ready()).toMatchObject({
      code: 503,
      status: 'unready',
      components: { proxy: 'down', v1: 'up', v4: 'up' },
    });
    await call('DELETE', '/faults');
    expect(await ready()).toMatchObject({ code: 200, status: 'ready' });
  });

  it('counts what each validator has done', async () => {
    const { status, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('quorate_settled_total{validator="v1"} 1');
    expect(text).toContain('quorate_validator_up{validator="v4"} 1');
    expect((await get('/metrics')).text).toContain('quorate_settled_total{validator="v1"} 1');
  });

  it('answers getPerformanceInfo with the published shape (F6.16)', async () => {
    const response = await fetch(devnet.validators[0]?.rpc ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getPerformanceInfo' }),
    });
    const { result } = (await response.json()) as { result: Record<string, unknown> };
    expect(Object.keys(result)).toEqual([
      'weak_finality_nanos',
      'strong_finality_nanos',
      'tps_last_second',
      'tps_last_minute',
      'tps_last_hour',
      'ops_last_second',
      'ops_last_minute',
      'ops_last_hour',
      'signed_transactions',
      'settled_transactions',
      'accounts_count',
    ]);
    expect(result).toMatchObject({ signed_transactions: 1, settled_transactions: 1 });
  });
});

// With processes, what was built runs: `npm run build` comes first, as in `npm test`.
describe.each([
  ['of one process', {}],
  ['in processes', { processes: true }],
])('what validators %s hold', (_, options) => {
  it('is counted whenever it settled, and what they signed since they were started', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-counts-'));
    const before = await startDevnet({ port: 0, dataDir, ...options });
    const { call, pay } = createAdminCaller(before);
    const wait = { transaction: await pay(), state: 'settled-all', timeoutMs: 30_000 };
    expect((await call('POST', '/wait', wait)).status).toBe(200);
    await before.close();
    const after = await startDevnet({ port: 0, dataDir, ...options });
    const { body } = await createAdminCaller(after).call('GET', '/validators');
    // The payment, and the drip that the wallet paid it from.
    const counts = { signed: 0, settled: 2 };
    expect(body).toMatchObject([counts, counts, counts, counts]);
    const answer = await callRpc(after.validators[0]?.rpc ?? '', 'getPerformanceInfo', {});
    expect(answer).toMatchObject({
      result: { signed_transactions: 0, settled_transactions: 2, accounts_count: 3 },
    });
    await after.close();
    rmSync(dataDir, { recursive: true });
  });
});
