import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

async function start(): Promise<Devnet> {
  await running?.close();
  lines = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  running = await startDevnet({ port: 0, validators: 1, dataDir, log });
  return running;
}

const body = JSON.stringify({ to: '07'.repeat(32), amount: '1', chain: 'fast' });
const pay = ({ rest }: Devnet) => postText(`${rest}/api/pay/send`, body);

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
