import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
let admin: AdminCaller;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
  admin = createAdminCaller(devnet);
});
afterAll(() => devnet.close());

async function drip(): Promise<number> {
  const { status } = await fetch(`${devnet.rest}/v1/faucet-drip`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: devnet.accounts[0]?.address, amount: '1' }),
  });
  return status;
}

async function forget(node: string): Promise<void> {
  await admin.call('POST', '/faults', { kind: 'amnesia', node });
  await admin.call('DELETE', '/faults');
}

describe('a client that forgot what it sent', () => {
  it('keeps the nonces that it used from its callers', async () => {
    for (let count = 0; count < 5; count += 1) {
      await admin.pay();
      expect(await drip()).toBe(200);
    }
    await forget('faucet');
    const before = BigInt(await admin.balance());
    expect(await drip()).toBe(200);
    await forget('wallet');
    await admin.pay();
    expect(BigInt(await admin.balance()) - before).toBe(1n + 10n ** 18n);
  });
});
