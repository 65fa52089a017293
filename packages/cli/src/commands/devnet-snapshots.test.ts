import { startDevnet } from '@quorate/devnet';
import { expect, it } from 'vitest';
import { commandsOf } from '../../test/quorate.ts';
import { exitCodes } from '../exit-code.ts';

it('keep the state of the network, list what is kept, and put it back', async () => {
  await using devnet = await startDevnet({ port: 0, validators: 1, accounts: 1, token: 'sesame' });
  const { call, said } = commandsOf(() => devnet);
  const [{ address, balance } = expect.fail('nobody')] = devnet.accounts;
  const held = async () => {
    const answer = await fetch(`${devnet.rest}/v1/accounts/${address}`);
    const { data } = (await answer.json()) as { readonly data: { readonly balance: string } };
    return BigInt(data.balance) - balance;
  };
  const receive = async () => {
    const body = JSON.stringify({ recipient: address, amount: '5' });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer sesame' };
    const answer = await fetch(`${devnet.rest}/v1/faucet-drip`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
  expect(await said('snapshots')).toBe('there is no snapshot\n');
  await receive();
  expect(await said('snapshot', 'one')).toBe(
    'took one; quorate devnet restore one puts the network back to it\n',
  );
  await said('snapshot', 'two');
  expect(await said('snapshots')).toBe('one\ntwo\n');
  expect(JSON.parse(await said('snapshots', '--json'))).toEqual(['one', 'two']);
  await receive();
  expect(await held()).toBe(10n);
  expect(await said('restore', 'one')).toBe('the network is as it was when one was taken\n');
  expect(await held()).toBe(5n);
  expect(await said('reset')).toBe(
    'the network is as it was at its beginning; snapshots are kept\n',
  );
  expect(await held()).toBe(0n);
  const { code, err } = await call('restore', 'three');
  expect(code).toBe(exitCodes.failed);
  expect(err).toMatch(/three/);
  expect((await call('snapshot', 'No Name')).err).toMatch(/name: expected/);
});
