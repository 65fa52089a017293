import { startDevnet } from '@quorate/devnet';
import { expect, it } from 'vitest';
import { readyEvent } from './ready-event.ts';

it('says when the network began, and which tokens it has besides the native one', async () => {
  const options = { validators: 1, accounts: 1, port: 0, networkId: 'fast:testnet' } as const;
  await using devnet = await startDevnet(options);
  const tokenId = 'd73a0679a2be46981e2a8aedecd951c8b6690e7d5f8502b34ed3ff4cc2163b46';
  expect(readyEvent(devnet, 0)).toMatchObject({
    networkId: 'fast:testnet',
    genesisTimeNanos: String(devnet.genesisTimeNanos),
    tokens: [{ tokenId, name: 'testUSDC', decimals: 6 }],
  });
});
