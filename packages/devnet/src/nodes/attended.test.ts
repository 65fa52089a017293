import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';

const RECIPIENT = '11'.repeat(32);
/** Far more than any of this takes, and far less than the time after which callers give up. */
const SOON_MILLIS = 8000;

let devnet: Devnet;
beforeEach(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterEach(() => devnet.close());

interface Answer {
  readonly status: number;
  readonly said: string;
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${devnet.rest}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(SOON_MILLIS),
  });
  return { status: response.status, said: await response.text() };
}

function admin(path: string, body: object = {}): Promise<Answer> {
  return post(`/_devnet/v1${path}`, body);
}

const heal = () => fetch(`${devnet.rest}/_devnet/v1/faults`, { method: 'DELETE' });
const drip = () => post('/v1/faucet-drip', { recipient: RECIPIENT, amount: '1' });
const pay = () => post('/api/pay/send', { to: RECIPIENT, amount: '0.1', chain: 'fast' });

async function balance(): Promise<bigint> {
  const response = await fetch(`${devnet.rest}/v1/accounts/${RECIPIENT}`);
  return BigInt(((await response.json()) as { data: { balance: string } }).data.balance);
}

describe('a faucet or a wallet that goes down with a transaction under way', () => {
  it.each([
    ['faucet', drip, 503],
    ['wallet', pay, 500],
  ])('%s serves callers after a return to a snapshot', async (name, ask, open) => {
    expect((await ask()).status).toBe(200);
    await admin('/snapshots', { name: 'then' });
    const before = await balance();
    await admin('/faults', { kind: 'cut', from: 'p1', to: name, direction: 'one-way' });
    const cutOff = ask();
    await vi.waitFor(async () => expect(await balance()).toBeGreaterThan(before), SOON_MILLIS);
    await heal();
    expect((await admin('/snapshots/then/restore')).status).toBe(200);
    expect(await cutOff).toMatchObject({
      status: open,
      said: expect.stringContaining('has no outcome yet'),
    });
    expect((await ask()).status).toBe(200);
  });

  it('says at once that nothing was sent while it is down, and gives afterwards', async () => {
    const fault = { kind: 'crash', node: 'faucet' };
    expect((await admin('/faults', fault)).status).toBe(200);
    expect(await drip()).toMatchObject({
      status: 502,
      said: expect.stringContaining('so the drip was not sent'),
    });
    await heal();
    expect((await drip()).status).toBe(200);
  });
});
