import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@quorate/client';
import { type Devnet, startDevnet } from '@quorate/devnet';
import { expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { createAdmin } from '../committee/admin.ts';
import { changeCommittee } from '../committee/change.ts';

it('following a committee plays no tricks on the terminal, whatever its members are called', async () => {
  const server = createServer(({ url = '' }, response) => {
    const isGenesis = url.endsWith('/genesis');
    const genesis = { network_id: 'fast:localnet', genesis_time_nanos: 1 };
    const error = { code: 'NOT_FOUND', message: 'no such change' };
    response.writeHead(isGenesis ? 200 : 404).end(JSON.stringify(isGenesis ? genesis : { error }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'quorate-follow-'));
  const from = join(folder, 'committee.json');
  const [address, operator] = ['01'.repeat(32), '02'.repeat(32)];
  const members = [{ address, host: 'v1\u001b[2Jv9', rpc_port: 0, operator }];
  writeFileSync(from, JSON.stringify({ epoch: 0, members }));
  const args = ['follow', '--from', from, '--url', `http://127.0.0.1:${port}`];
  expect(await quorate('committee', ...args)).toEqual({
    code: 0,
    out: 'epoch 0  v1?[2Jv9\n',
    err: '',
  });
  server.close();
  rmSync(folder, { recursive: true });
});

/** Grows the committee of a devnet by one. */
async function grow(devnet: Devnet, folder: string): Promise<void> {
  const { rest, seed, networkId, accounts } = devnet;
  const genesisTimeNanos = String(devnet.genesisTimeNanos);
  const client = createClient({ url: rest });
  const network = { client, rest, seed, genesisTimeNanos, networkId, accounts, names: accounts };
  const { genesisTimeNanos: genesisTime } = devnet;
  const admin = createAdmin(rest, undefined);
  await changeCommittee({ network, admin, genesisTime, folder }, ['v1', 'v2', 'v3', 'v4', 'v5']);
}

it('following a committee until an epoch goes on while nobody answers, and says so once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-follow-'));
  const devnet = await startDevnet({ port: 0 });
  await grow(devnet, folder);
  let asked = 0;
  const proxy = createServer(async ({ url = '', socket }, response) => {
    asked += url.includes('/committee-changes/') ? 1 : 0;
    if (asked === 1) response.writeHead(503).end();
    else if (asked === 2) socket.destroy();
    else {
      const answer = await fetch(`${devnet.rest}${url}`);
      response.writeHead(answer.status).end(await answer.text());
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  expect(await quorate('committee', 'follow', '--until', '1', '--url', url)).toEqual({
    code: 0,
    out: 'epoch 0  v1 v2 v3 v4\nepoch 1  v1 v2 v3 v4 v5\n',
    err: 'nobody answers at present, and this asks on\nwaits until epoch 1 has begun; Ctrl-C ends it\n',
  });
  proxy.close();
  await devnet.close();
  rmSync(folder, { recursive: true });
});
