import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { postText } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, validators: 1, faucetCooldown: 3_600_000 });
});
afterAll(() => devnet.close());

it('P11 a drip that a restored snapshot undoes no longer cools down', async () => {
  const { call } = createAdminCaller(devnet);
  const body = JSON.stringify({ recipient: '07'.repeat(32), amount: '5' });
  const drip = async () => (await postText(`${devnet.rest}/v1/faucet-drip`, body)).status;
  await call('POST', '/snapshots', { name: 'before' });
  expect([await drip(), await drip()]).toEqual([200, 429]);
  await call('POST', '/snapshots/before/restore');
  expect([await drip(), await drip()]).toEqual([200, 429]);
});
