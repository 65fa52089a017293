import { createClient, createWallet, signerOf } from '@quorate/client';
import { type Devnet, startDevnet } from '@quorate/devnet';
import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { exitCodes } from '../exit-code.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, accounts: 1, token: 'sesame' });
});
afterAll(() => devnet.close());

const check = (...args: readonly string[]) =>
  quorate('devnet', 'check', '--url', devnet.rest, '--token', 'sesame', ...args);

async function admin(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${devnet.admin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: 'Bearer sesame' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
}

/** Has a wallet that has sent nothing yet pay, and waits until nothing is under way any more. */
async function pay(amount: bigint): Promise<void> {
  const [{ secretKey, address } = expect.fail('nobody')] = devnet.accounts;
  const { rest, networkId } = devnet;
  const client = createClient({ url: rest });
  const payment = { tokenId: NATIVE_TOKEN_ID, recipient: address, amount, userData: null };
  const wallet = createWallet({ client, signer: signerOf(secretKey), networkId });
  await wallet.transact([{ kind: 'TokenTransfer', ...payment }]);
  await admin('POST', '/wait', { idleMs: 100, timeoutMs: 10_000 });
}

it('says of each node what was checked, and of validators what they contradict each other in', async () => {
  await pay(1n);
  const sound = await check();
  expect(sound).toMatchObject({ code: exitCodes.passed, err: '' });
  const history = 'ok  vN  1 certificate verified and replayed, state STATE…';
  expect(
    sound.out.replaceAll(/v\d|[0-9a-f]{16}/g, (it) => (it.length === 2 ? 'vN' : 'STATE')),
  ).toBe(
    `${history}\n`.repeat(4) +
      'ok  p1  1 row read\nok  faucet  0 rows read\nSOUND  fast:localnet, 4 validators\n',
  );
  for (const node of ['v1', 'v2', 'v3', 'p1']) {
    await admin('POST', '/faults', { id: node, kind: 'amnesia', node });
    await admin('DELETE', `/faults/${node}`);
  }
  await pay(2n);
  const unsound = await check();
  expect(unsound).toMatchObject({ code: exitCodes.failed, err: '' });
  expect(unsound.out).toMatch(/\nBAD v4 {2}1 certificate .*\n {6}at .* it has settled .*, and v1 /);
  expect(unsound.out).toContain('\nDAMAGED  v4: ');
  const { out, code } = await check('--json');
  expect(code).toBe(exitCodes.failed);
  expect(JSON.parse(out)).toMatchObject({ isSound: false, networkId: 'fast:localnet' });
});

it('takes no option of a start', async () => {
  expect(await check('--processes')).toMatchObject({
    code: exitCodes.usage,
    err: expect.stringContaining("unknown option '--processes'"),
  });
});
