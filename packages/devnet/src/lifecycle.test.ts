import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdminCaller } from '../test/admin-caller.ts';
import { ownPort } from '../test/own-port.ts';
import { callRpc } from '../test/people.ts';
import { AdminError } from './admin/admin-error.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import { silentLog } from './log.ts';
import type { DevnetOptions } from './options.ts';

let dataDir: string;
const running: Devnet[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-life-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
  rmSync(dataDir, { recursive: true });
});

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await startDevnet({ port: 0, dataDir, ...options });
  running.push(devnet);
  return devnet;
}

async function busyPort(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Where a link leads; nowhere where it is gone meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

describe('a devnet that closes', () => {
  it('tells callers that still wait that there is no answer', async () => {
    const devnet = await start();
    for (const validator of devnet.validators.slice(2)) validator.crash();
    const [alice] = devnet.accounts;
    const waiting = fetch(`${devnet.rest}/v1/accounts/${alice?.address}`);
    // This later request is answered only once the one before has been taken in.
    expect((await fetch(`${devnet.rest}/healthz`)).status).toBe(200);
    await devnet.close();
    const answer = await waiting;
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  });

  it.each([
    { idleMs: 120_000, timeoutMs: 120_000 },
    { transaction: 'ab'.repeat(32), state: 'settled-all', timeoutMs: 120_000 },
  ])('answers a wait for %j', async (body) => {
    const devnet = await start();
    const headers = { 'content-type': 'application/json', expect: '100-continue' };
    const asking = request(`${devnet.rest}/_devnet/v1/wait`, { method: 'POST', headers });
    const answered = once(asking, 'response');
    // It counts as under way from then on.
    await once(asking, 'continue');
    asking.end(JSON.stringify(body));
    await devnet.close();
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBe(503);
    expect(await json(answer)).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  });
});

describe('a data folder', () => {
  it('is for one devnet at a time: two would sign with the same keys', async () => {
    const first = await start();
    await expect(start()).rejects.toMatchObject({ code: 'DataInUse' });
    expect((await fetch(`${first.rest}/readyz`)).status).toBe(200);
    await first.close();
    await start();
  });

  it('is not founded by a devnet that could not have its ports', async () => {
    const { server, port } = await busyPort();
    await expect(start({ port, validators: 7 })).rejects.toMatchObject({ name: 'ListenError' });
    server.close();
    expect(readdirSync(dataDir)).toEqual([]);
    expect((await start({ validators: 4 })).validators).toHaveLength(4);
  });

  it.skipIf(process.platform !== 'linux').each(['v3', 'p1', 'faucet'])(
    'is given up whole where one of its stores cannot be opened: %s',
    async (node) => {
      await (await start()).close();
      rmSync(join(dataDir, node), { recursive: true });
      writeFileSync(join(dataDir, node), 'no folder');
      await expect(start()).rejects.toMatchObject({ code: 'UnreadableData' });
      const open = readdirSync('/proc/self/fd').map((file) => linkOf(`/proc/self/fd/${file}`));
      expect(open.filter((path) => path.startsWith(dataDir))).toEqual([]);
    },
  );

  it.each([['v2'], ['v2/data.mdb']])(
    'is not for a validator that may have signed, and whose store is gone: %s',
    async (lost) => {
      await (await start()).close();
      const kept = `${dataDir}-kept`;
      cpSync(dataDir, kept, { recursive: true });
      rmSync(join(dataDir, lost), { recursive: true });
      const refused = {
        code: 'UnreadableData',
        message: expect.stringMatching(/\/v2 no longer holds a store: v2 would have forgotten/),
      };
      await expect(start()).rejects.toMatchObject(refused);
      // The same without a roster: earlier versions kept one only once others had come.
      rmSync(join(dataDir, 'roster.json'));
      await expect(start()).rejects.toMatchObject(refused);
      rmSync(dataDir, { recursive: true });
      renameSync(kept, dataDir);
      await start();
    },
  );

  it('is not for one that has come later, and whose store is gone', async () => {
    const devnet = await start();
    expect((await createAdminCaller(devnet).call('POST', '/validators')).status).toBe(200);
    await devnet.close();
    await (await start()).close();
    rmSync(join(dataDir, 'v5'), { recursive: true });
    await expect(start()).rejects.toMatchObject({
      code: 'UnreadableData',
      message: expect.stringContaining('/v5 no longer holds a store'),
    });
  });

  // From the last state to the first in which a first boot can leave them.
  it.each([
    ['before the proxy had a store', ['p1', 'faucet']],
    ['before all validators had a store', ['p1', 'faucet', 'roster.json', 'v1', 'v3', 'v3.keys']],
    [
      'before any had one',
      ['p1', 'faucet', 'roster.json', 'v1', 'v2', 'v3', 'v4', 'v1.keys', 'v2.keys'],
    ],
  ])('goes on with a first boot that was cut off %s', async (_, lacking) => {
    await (await start()).close();
    for (const name of lacking) rmSync(join(dataDir, name), { recursive: true });
    expect((await start()).validators).toHaveLength(4);
  });

  it.each([
    [{ validators: 7 }, /^validators: expected 4, which the network in .* has, got 7: leave /],
    [{ balance: 5n }, /^balance: expected 10{24} least units, which .* has, got 5: leave /],
  ])('holds another network than %o asks for', async (options, message) => {
    await (await start()).close();
    await expect(start(options)).rejects.toMatchObject({
      code: 'DifferentConstitution',
      message: expect.stringMatching(message),
    });
  });

  it('shows its seed, which gives all keys, to its owner alone', async () => {
    await start();
    expect(statSync(join(dataDir, 'network.json')).mode & 0o777).toBe(0o600);
  });
});

describe('a devnet that was told no port', () => {
  it('takes any that are free, so that several run side by side', async () => {
    for (const options of [{}, {}, { processes: true }]) running.push(await startDevnet(options));
    expect(new Set(running.map(({ rest }) => rest)).size).toBe(3);
    for (const { rest } of running) expect((await fetch(`${rest}/readyz`)).status).toBe(200);
  });
});

describe('a devnet that cannot start', () => {
  it('says which port is taken in words that fit the way it was started', async () => {
    const { server, port } = await busyPort();
    const message = `the gateway cannot listen on 127.0.0.1:${port}: the port is taken`;
    const failure = await start({ port }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringContaining(message),
    });
    expect(String(failure)).not.toContain('--');
    server.close();
  });

  it.skipIf(process.platform !== 'linux')(
    'says that its folder cannot be where none can ever be made',
    async () => {
      const nowhere = startDevnet({ port: 0, dataDir: '/proc/nope/x' });
      await expect(nowhere).rejects.toMatchObject({
        code: 'NotWritable',
        message: expect.stringMatching(/^\/proc\/nope\/x cannot be written \(ENOENT/),
      });
    },
  );

  it('says which folder its processes cannot keep their stores in, where it keeps nothing', async () => {
    vi.stubEnv('TMPDIR', join(dataDir, 'nowhere'));
    const failure = await startDevnet({ processes: true }).catch((error: unknown) => error);
    vi.unstubAllEnvs();
    expect(failure).toMatchObject({
      code: 'NotWritable',
      message: expect.stringContaining('nowhere cannot be written (ENOENT'),
    });
  });

  it('gives back its ports and its folder', async () => {
    const port = ownPort('given back');
    // A file where the first validator wants its folder.
    writeFileSync(join(dataDir, 'v1'), 'in the way');
    await expect(start({ port })).rejects.toMatchObject({ code: 'UnreadableData' });
    expect(existsSync(join(dataDir, 'devnet.lock'))).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  });

  it.each([
    [{ port: 65_530 }, 'the ports of 4 validators end at 65553'],
    [{ token: '' }, 'token'],
    [{ host: '' }, 'host: expected an address such as 127.0.0.1 or 0.0.0.0, or a name, got none'],
    [{ host: '0' }, 'host: expected an address such as 127.0.0.1 or 0.0.0.0, or a name, got 0'],
    [{ host: '127.1' }, 'got 127.1'],
    [{ host: '0x7f000001' }, 'got 0x7f000001'],
    [{ proxyDeadline: 12_001 }, 'proxyDeadline'],
    [{ seed: 1 as never }, 'seed: expected text, got 1'],
    [{ host: null as never }, 'host: expected text, got null'],
    [{ processes: 'no' as never }, 'processes: expected true or false, got no'],
    [{ signal: {} as never }, 'signal: expected an AbortSignal, got object'],
    [
      { log: { info: () => undefined } as never },
      'log: expected a logger with debug, info, warn, error, ',
    ],
    [{ ownsProcess: 1 as never }, 'ownsProcess: expected true or false, got 1'],
    [{ dataDir: 5 as never }, 'dataDir: expected text, got 5'],
    [{ dataDir: '' }, 'dataDir: expected the path of a folder, got none'],
    [{ dataDir: 'a\0b' }, 'dataDir: expected the path of a folder, got one with NUL in it'],
    [{ token: 5 as never }, 'token: expected text, got 5'],
    [{ allowHosts: 'localhost' as never }, 'allowHosts: expected a list, got localhost'],
    [{ accounts: '3' as never }, 'accounts: expected a whole number from 0 to 1000, got "3"'],
    [
      { validators: 4, validatorz: 7 },
      'validatorz: no such option; expected one of validators, seed, ',
    ],
  ])('says so of %j', async (options, text) => {
    await expect(start(options)).rejects.toMatchObject({
      code: 'InvalidOption',
      message: expect.stringContaining(text),
    });
  });
});

it('fails with the reason of a signal that calls off the start, and has given back its folder', async () => {
  const reason = new Error('no longer wanted');
  const controller = new AbortController();
  const { signal } = controller;
  const started = start({ signal });
  controller.abort(reason);
  await expect(started).rejects.toBe(reason);
  await expect(start({ signal })).rejects.toBe(reason);
  expect(existsSync(join(dataDir, 'devnet.lock'))).toBe(false);
});

describe('a start that is called off', () => {
  const reason = new Error('no longer wanted');

  it('fails with the reason even where its validators are coming up', async () => {
    const { signal, abort } = callingOff();
    const listen = signal.addEventListener.bind(signal);
    // The validators are asked to come up in the same turn.
    vi.spyOn(signal, 'addEventListener').mockImplementation(
      (...given: Parameters<typeof listen>) => {
        listen(...given);
        queueMicrotask(abort);
      },
    );
    await expect(start({ signal })).rejects.toBe(reason);
    await start();
  });

  it('fails with the reason even where nothing else is left to wait for', async () => {
    await (await start()).close();
    rmSync(join(dataDir, 'faucet'), { recursive: true });
    const { signal, abort } = callingOff();
    const log = Object.assign(silentLog(), { warn: abort });
    await expect(start({ signal, log })).rejects.toBe(reason);
    await start();
  });

  it('cannot be called off once it has ended', async () => {
    const { signal, abort } = callingOff();
    const { validators, accounts } = await start({ signal });
    abort();
    const url = validators[0]?.rpc ?? '';
    const address = accounts[0]?.address;
    // It is answered by way of what a start that is called off closes.
    expect(await callRpc(url, 'getAccountInfo', { address })).toHaveProperty('result');
  });

  function callingOff() {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort(reason) };
  }
});

it.each([null, 7400])('takes no %j for options', async (options) => {
  await expect(startDevnet(options as never)).rejects.toMatchObject({
    code: 'InvalidOption',
    message: `options: expected an object, got ${options}`,
  });
});

describe('close', () => {
  it('takes and restores no more snapshots, as the admin interface says', async () => {
    const devnet = await start();
    await devnet.snapshot('then');
    await devnet.close();
    const acts = [devnet.snapshot('late'), devnet.restore('then'), devnet.reset()];
    const ends = await Promise.all(acts.map((act) => act.catch((failure: unknown) => failure)));
    for (const end of ends) expect(end).toBeInstanceOf(AdminError);
    expect(ends).toMatchObject(acts.map(() => ({ status: 503, code: 'SERVICE_UNAVAILABLE' })));
  });

  it('may be asked for twice', async () => {
    const devnet = await start();
    await Promise.all([devnet.close(), devnet.close()]);
    await devnet.close();
  });
});
