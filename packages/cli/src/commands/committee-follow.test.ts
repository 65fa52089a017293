import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';

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
