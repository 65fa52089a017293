import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner, loadEd25519 } from '@quorate/crypto';
import { formatAddress, hexToBytes, type TokenId } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { callRpc, pays, personOf, postText, signedOn, submission } from '../../test/people.ts';
import { checkData } from '../db/check-data.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import { FAUCET } from '../genesis.ts';
import { secretKeyOf } from '../keys.ts';
import type { DevnetOptions } from '../options.ts';
import { PAY_PATH } from '../pay/pay-error.ts';

const TEST_USDC = 'd73a0679a2be46981e2a8aedecd951c8b6690e7d5f8502b34ed3ff4cc2163b46' as TokenId;

async function get({ rest }: Devnet, path: string): Promise<unknown> {
  const { data } = (await (await fetch(`${rest}/v1${path}`)).json()) as { readonly data: unknown };
  return data;
}

it('is there under the id by which clients of the public network pay, and comes back from a disk', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quorate-token-'));
  const options = { networkId: 'fast:testnet', validators: 1, accounts: 2, port: 0 } as const;
  try {
    await payAndDrip({ ...options, dataDir });
    expect(await checkData(dataDir)).toMatchObject({ isSound: true });
    await using again = await startDevnet({ dataDir, port: 0 });
    const { address } = personOf(again, 'bob');
    expect(await get(again, `/accounts/${address}?token_balances_filter=`)).toMatchObject({
      token_balance: [[TEST_USDC, '1000000000012']],
    });
    const told = { token_name: 'testUSDC', decimals: 6, update_id: 0 };
    expect(await get(again, `/tokens?token_ids=${TEST_USDC}`)).toMatchObject({
      requested_token_metadata: [[TEST_USDC, told]],
    });
    const { tokens } = (await (await fetch(`${again.admin}/genesis`)).json()) as {
      tokens: unknown;
    };
    const signer = createSigner(loadEd25519(), secretKeyOf(again.seed, FAUCET));
    const faucet = formatAddress(signer.address);
    const held = ['alice', 'bob'].map((name) => ({ name, balance: '1000000000000' }));
    expect(tokens).toMatchObject([
      {
        token_id: TEST_USDC,
        admin: faucet,
        accounts: [...held, { name: FAUCET, address: faucet, balance: String(2n ** 255n) }],
      },
    ]);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

async function payAndDrip(options: DevnetOptions): Promise<void> {
  await using devnet = await startDevnet(options);
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  const payment = signedOn(devnet.networkId, alice, 0n, { ...pays(bob, 5n), tokenId: TEST_USDC });
  const sent = await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(payment));
  expect(sent).toHaveProperty('result.Success');
  const drip = {
    recipient: [...hexToBytes(bob.address)],
    amount: '7',
    token_id: [...hexToBytes(TEST_USDC)],
  };
  expect(await callRpc(devnet.proxyRpc, 'proxy_faucetDrip', drip)).toHaveProperty('result');
}

it('funds the wallet of the server, so that it can pay in it', async () => {
  const options = { networkId: 'fast:testnet', validators: 1, accounts: 2, port: 0 } as const;
  await using devnet = await startDevnet(options);
  const { address } = personOf(devnet, 'bob');
  const payment = { to: address, amount: '1.5', chain: 'fast', token: TEST_USDC };
  const sent = await postText(`${devnet.rest}${PAY_PATH}`, JSON.stringify(payment));
  expect(sent).toMatchObject({ status: 200 });
  expect(await get(devnet, `/accounts/${address}?token_balances_filter=`)).toMatchObject({
    token_balance: [[TEST_USDC, '1000001500000']],
  });
});
