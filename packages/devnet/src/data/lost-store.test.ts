import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { postText } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let dataDir: string;
let running: Devnet | undefined;
/** What the log says of nodes, as lines of JSON. */
let lines: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-lost-'));
});
afterEach(async () => {
  await running?.close();
  rmSync(dataDir, { recursive: true });
});

async function start(validators = 1): Promise<Devnet> {
  await running?.close();
  lines = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  running = await startDevnet({ port: 0, validators, dataDir, log });
  return running;
}

const PAYEE = '07'.repeat(32);
const pay = ({ rest }: Devnet, amount = '1') =>
  postText(`${rest}/api/pay/send`, JSON.stringify({ to: PAYEE, amount, chain: 'fast' }));

it('a wallet whose key is gone is another one, and pays from its own first nonce', async () => {
  expect(await pay(await start())).toMatchObject({ status: 200 });
  await running?.close();
  rmSync(join(dataDir, 'wallet.key'));
  const again = await start();
  for (const _ of [1, 2]) expect(await pay(again)).toMatchObject({ status: 200 });
});

it('a devnet tells of each store that is gone, and comes up without it', async () => {
  const first = await start();
  expect(await pay(first)).toMatchObject({ status: 200 });
  expect(lines).toEqual([]);
  await start();
  expect(lines).toEqual([]);
  await running?.close();
  for (const node of ['p1', 'faucet', 'wallet']) {
    rmSync(join(dataDir, node), { recursive: true });
  }
  const again = await start();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    ['p1', 'faucet', 'wallet'].map((node) => ({
      node,
      msg: expect.stringContaining('no longer holds a store'),
    })),
  );
  // The first hears that its nonce is used, and none is paid twice.
  await pay(again);
  expect(await pay(again)).toMatchObject({ status: 200 });
});

it('a wallet without its store finishes what it has signed before it pays again (P5)', async () => {
  const first = await start(4);
  expect(await pay(first)).toMatchObject({ status: 200 });
  const others = ['v3', 'v4'];
  const fault = { kind: 'clog', from: 'p1', to: others, only: { message: 'SubmitTransaction' } };
  const begun = await postText(`${first.admin}/faults`, JSON.stringify(fault));
  expect(begun).toMatchObject({ status: 200 });
  const { signed: before } = await founder(first);
  const cutOff = pay(first, '20');
  await vi.waitFor(async () => expect((await founder(first)).signed).toBe(before + 1));
  await first.close();
  expect(await cutOff).not.toMatchObject({ status: 200 });
  // The proxy would finish it, too.
  for (const node of ['p1', 'wallet']) rmSync(join(dataDir, node), { recursive: true });
  const again = await start(4);
  await vi.waitFor(async () => expect(await pay(again, '300')).toMatchObject({ status: 200 }));
  const response = await fetch(`${again.rest}/v1/accounts/${PAYEE}`);
  expect(await response.json()).toMatchObject({ data: { balance: `321${'0'.repeat(18)}` } });
});

/** What the first validator tells of itself. */
async function founder({ admin }: Devnet): Promise<{ readonly signed: number }> {
  const response = await fetch(`${admin}/validators`);
  const [first] = (await response.json()) as readonly { readonly signed: number }[];
  return first ?? expect.fail('none');
}
