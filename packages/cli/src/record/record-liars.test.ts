import { createClient, createWallet, signerOf } from '@quorate/client';
import { type Devnet, startDevnet } from '@quorate/devnet';
import { formatAddress, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { loadScenario, runScenario } from '@quorate/simulator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDevnet } from './read-devnet.ts';
import { record } from './record.ts';

let devnet: Devnet;
beforeEach(async () => {
  devnet = await startDevnet({ port: 0, seed: 'liars', accounts: 2 });
});
afterEach(() => devnet.close());

async function admin(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${devnet.rest}/_devnet/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
}

/** Has the first account pay the second one. */
async function pay(amount: bigint): Promise<void> {
  const [payer, payee] = devnet.accounts;
  if (payer === undefined || payee === undefined) throw new Error('there are two');
  const { networkId } = devnet;
  const client = createClient({ url: devnet.rest });
  const wallet = createWallet({ client, signer: signerOf(payer.secretKey), networkId });
  const kind = 'TokenTransfer';
  const recipient = payee.address;
  await wallet.transact([{ kind, tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null }]);
}

it('a recording has the liars of a devnet, each for as long as it lied, and ends the same way', async () => {
  const [, bob] = devnet.accounts;
  const stranger = formatAddress('ab'.repeat(32) as never);
  const only = { senders: ['alice', formatAddress(bob?.address as never), stranger] };
  await admin('POST', '/faults', {
    id: 'first',
    kind: 'byzantine',
    node: 'v3',
    acts: [
      { act: 'lie', about: 'balance', by: '5', only },
      { act: 'withhold', kinds: ['sign'], times: 1 },
    ],
  });
  await pay(1n);
  await admin('DELETE', '/faults/first');
  await admin('POST', '/faults', { kind: 'byzantine', node: 'v4', acts: [{ act: 'forge' }] });
  await pay(2n);
  await admin('POST', '/wait', { idleMs: 20 });
  const recorded = await record(await readDevnet({ url: devnet.rest, token: undefined }), 0n);
  expect(recorded.leftOut).toEqual([]);
  expect(recorded.scenario.faults).toEqual([]);
  expect(recorded.scenario.byzantine).toMatchObject([
    {
      node: 'v3',
      acts: [
        { act: 'lie', about: 'balance', by: 5n, only: { senders: ['alice', 'bob'] } },
        { act: 'withhold', kinds: ['sign'], times: 1 },
      ],
    },
    { node: 'v4', acts: [{ act: 'forge' }] },
  ]);
  for (const { acts } of recorded.scenario.byzantine) {
    for (const act of acts) expect(act).toHaveProperty('for', expect.any(BigInt));
  }
  expect(recorded.result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
  const again = runScenario(loadScenario(recorded.text, 'recorded.yaml'));
  expect(again.traceHash).toBe(recorded.result.traceHash);
});
