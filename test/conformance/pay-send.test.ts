import { afterAll, beforeAll, describe, expect } from 'vitest';
import { post } from './client/calls.ts';
import { addressText, filled, hex, NATIVE } from './client/keys.ts';
import { openTable } from './table.ts';
import { accountInfo, openSender, openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.devnet.close());

const TO = addressText(filled(0x51));
const REQUEST = { to: TO, amount: '1.5', chain: 'fast', network: 'testnet', token: 'FAST' };

function pay(body: unknown) {
  return post(`${world.rest}/api/pay/send`, body);
}

describe('payment send', () => {
  const row = openTable('Payment send');

  row('POST /api/pay/send: request, setup, result and sentAt; a real send', async () => {
    const { status, body } = await pay(REQUEST);
    expect(status).toBe(200);
    expect(body).toEqual({
      request: REQUEST,
      setup: { chain: 'fast', network: 'testnet', address: expect.stringMatching(/^fast1/) },
      result: {
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        explorerUrl: expect.stringMatching(/^http/),
        fee: expect.stringMatching(/^\d+$/),
        chain: 'fast',
        network: 'testnet',
        note: expect.any(String),
      },
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await accountInfo(world, TO)).balance).toBe(`${15n * 10n ** 17n}`);
  });

  row('network: the test network unless the main network is given', async () => {
    const { network: _, ...rest } = REQUEST;
    expect((await pay(rest)).body).toMatchObject({ setup: { network: 'testnet' } });
    const main = await pay({ ...REQUEST, network: 'mainnet' });
    expect(main.body).toMatchObject({ setup: { network: 'mainnet' } });
  });

  row('amount: decimal, in whole tokens', async () => {
    for (const amount of ['0.000000000000000001', '1', '2.50']) {
      expect((await pay({ ...REQUEST, amount })).status, amount).toBe(200);
    }
    for (const amount of ['0', '-1', '1e3', '', '1.', '.5', '0x1', '1.0000000000000000001', 1]) {
      expect((await pay({ ...REQUEST, amount })).status, `${amount}`).toBe(400);
    }
  });

  row('token: another token by its id, or an error', async () => {
    const sender = await openSender(world);
    await sender.send({
      TokenCreation: {
        token_name: 'Tick',
        decimals: 2,
        initial_amount: '300',
        mints: [],
        user_data: null,
      },
    });
    const { status, body } = await pay({ ...REQUEST, token: hex(sender.created()) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    const unknown = await pay({ ...REQUEST, token: 'DOGE' });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'TOKEN_NOT_FOUND' } });
  });

  row('token: the native token by its id, too', async () => {
    const { status, body } = await pay({ ...REQUEST, token: hex(NATIVE) });
    expect(status).toBe(200);
    expect(body).toMatchObject({ request: { token: hex(NATIVE) } });
  });

  row('{ error }: where nobody looks at the body, too', async () => {
    const headers = { 'content-type': 'text/plain' };
    const url = `${world.rest}/api/pay/send`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(REQUEST) });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  row('400 { error }: the recipient is invalid for the chain', async () => {
    for (const to of ['fast1x', '0x52908400098527886E0F7030069857D2E4169EE7', '', `${TO}q`]) {
      const { status, body } = await pay({ ...REQUEST, to });
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'Recipient address is invalid for the selected chain.' });
    }
  });

  row('500 { error, code }: CHAIN_NOT_CONFIGURED', async () => {
    const { status, body } = await pay({ ...REQUEST, chain: 'ethereum' });
    expect(status).toBe(500);
    expect(body).toEqual({ error: expect.any(String), code: 'CHAIN_NOT_CONFIGURED' });
  });
});
