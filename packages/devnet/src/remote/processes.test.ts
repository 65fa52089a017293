import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOf, PROXY_SUBMIT_RESULT } from '@quorate/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { ownPort } from '../../test/own-port.ts';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import { listen } from '../http/listen.ts';
import type { DevnetOptions } from '../options.ts';
import { inTime } from '../timing/in-time.ts';

// The processes run what was built: `npm run build` comes first, as in `npm test`.

const dataDir = mkdtempSync(join(tmpdir(), 'quorate-processes-'));
const running: Devnet[] = [];
/** Five processes start, which takes a busy machine its time. */
const HOOK_MILLIS = 120_000;

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await startDevnet({ port: 0, processes: true, ...options });
  running.push(devnet);
  return devnet;
}

afterEach(() => {
  vi.unstubAllEnvs();
  return Promise.all(running.splice(0).map((devnet) => devnet.close()));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function pay(devnet: Devnet, nonce: bigint): Promise<void> {
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  const params = submission(signed(alice, nonce, pays(bob, 1n)));
  const { result } = await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', params);
  expect(PROXY_SUBMIT_RESULT.fromJson(result, 'rpc', 'result').kind).toBe('Success');
}

const PATIENCE = { timeout: 60_000 };

/** What faults hold, as far as tests read it. */
interface Held {
  readonly messages: readonly { readonly id: string; readonly transaction_id: string | null }[];
}

/** Asks one validator for the nonce of alice until it is this one. */
async function reaches(devnet: Devnet, index: number, nonce: number): Promise<void> {
  const address = [...Buffer.from(personOf(devnet, 'alice').address, 'hex')];
  const rpc = devnet.validators[index]?.rpc ?? '';
  await vi.waitFor(async () => {
    const answer = await callRpc(rpc, 'getAccountInfo', { address });
    expect(answer).toMatchObject({ result: { next_nonce: nonce } });
  }, PATIENCE);
}

async function crash(devnet: Devnet, index: number): Promise<void> {
  const validator = devnet.validators[index];
  validator?.crash();
  // A process that is killed takes a moment to be gone.
  await vi.waitFor(
    () => expect(fetch(validator?.rpc ?? '')).rejects.toBeInstanceOf(TypeError),
    PATIENCE,
  );
}

/**
 * Marks the processes that this thread starts from now on: other tests start some at the same time.
 */
function markProcesses(): string {
  const value = crypto.randomUUID();
  vi.stubEnv('QUORATE_TEST', value);
  return `QUORATE_TEST=${value}`;
}

/** Gives the command lines of the processes that have begun with a mark and not ended. */
function processesWith(mark: string): readonly string[] {
  const texts = readdirSync('/proc').map((name) => textsOf(`/proc/${name}`));
  return texts.flatMap(([environment = '', command = '']) =>
    environment.split('\0').includes(mark) ? [command] : [],
  );
}

function textsOf(folder: string): readonly string[] {
  try {
    return ['environ', 'cmdline'].map((file) => readFileSync(join(folder, file), 'utf8'));
  } catch {
    // Not a process, one that has ended, or one of another user.
    return [];
  }
}

describe('validators in processes of their own', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ port: 0, processes: true });
  }, HOOK_MILLIS);
  afterAll(() => devnet.close());

  it('settle while one of four is killed, and bring it up to date when it is back', async () => {
    const heard = devnet.events({ kinds: ['settled'] });
    await pay(devnet, 0n);
    await crash(devnet, 3);
    await pay(devnet, 1n);
    const first = { kind: 'settled', transaction: { nonce: '0' } };
    expect((await heard.next()).value).toMatchObject(first);
    const second = { transaction: { nonce: '1' }, validators: ['v1', 'v2', 'v3'] };
    expect((await heard.next()).value).toMatchObject(second);
    devnet.validators[3]?.start();
    await pay(devnet, 2n);
    await Promise.all([0, 1, 2, 3].map((index) => reaches(devnet, index, 3)));
  });

  it('keep what they hold when they are killed, although the devnet keeps nothing', async () => {
    for (const index of [0, 1, 2, 3]) {
      await crash(devnet, index);
      devnet.validators[index]?.start();
    }
    await Promise.all([0, 1, 2, 3].map((index) => reaches(devnet, index, 3)));
  });

  it('answer once the admin interface says that they are up', async () => {
    await crash(devnet, 3);
    const { call } = createAdminCaller(devnet);
    expect(await call('POST', '/validators/v4/start')).toMatchObject({
      body: { status: 'active' },
    });
    const rpc = devnet.validators[3]?.rpc ?? '';
    expect(await callRpc(rpc, 'getVersion', {})).toHaveProperty('result');
    const { body } = await call('POST', '/faults', { kind: 'crash', node: 'v4' });
    const { id } = body as { readonly id: string };
    expect(await call('DELETE', `/faults/${id}`)).toMatchObject({ status: 200 });
    expect(await callRpc(rpc, 'getVersion', {})).toHaveProperty('result');
  });
});

describe('faults of validators in processes of their own', () => {
  let devnet: Devnet;
  let admin: AdminCaller;
  beforeAll(async () => {
    devnet = await startDevnet({ port: 0, processes: true, chaos: 'slow-one' });
    admin = createAdminCaller(devnet);
  }, HOOK_MILLIS);
  afterAll(() => devnet.close());
  afterEach(() => admin.call('DELETE', '/faults'));

  const begin = (fault: object) => admin.call('POST', '/faults', { id: 'bad', ...fault });
  const rpcOf = (index: number) => devnet.validators[index]?.rpc ?? '';
  const ask = async (index: number) => {
    const address = [...Buffer.from(personOf(devnet, 'alice').address, 'hex')];
    const { result } = (await callRpc(rpcOf(index), 'getAccountInfo', { address })) as {
      readonly result?: { readonly next_nonce: number };
    };
    return result?.next_nonce;
  };
  const shown = async () => (await admin.call('GET', '/validators')).body[3] as object;

  it('are in effect from the start if they are named then', async () => {
    const begun = performance.now();
    expect(await ask(3)).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(250);
    expect(devnet.faults()).toMatchObject([{ id: 'slow-one' }]);
  });

  it('make one lie from their beginning to their end, over a crash of it', async () => {
    const heard = devnet.events({ node: 'v4', kinds: ['lost', 'up'] });
    const acts = [{ act: 'lie', about: 'nonce', by: 7, times: 2 }];
    expect(await begin({ kind: 'byzantine', node: 'v4', acts })).toMatchObject({ status: 200 });
    expect([await ask(3), await ask(0)]).toEqual([7, 0]);
    expect(await shown()).toMatchObject({ acts: ['lie'] });
    process.kill(((await shown()) as { readonly pid: number }).pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ pid: null }), PATIENCE);
    expect(await admin.call('POST', '/validators/v4/start')).toMatchObject({
      status: 200,
      body: { acts: ['lie'] },
    });
    const lost = { kind: 'lost', node: 'v4', reason: 'SIGKILL' };
    expect((await heard.next()).value).toMatchObject(lost);
    expect((await heard.next()).value).toMatchObject({ kind: 'up', node: 'v4' });
    // It has lied once before.
    expect([await ask(3), await ask(3)]).toEqual([7, 0]);
    expect((await admin.call('DELETE', '/faults/bad')).status).toBe(200);
    expect(await shown()).not.toHaveProperty('acts');
  });

  it('pause one, and begin while it is down', async () => {
    await crash(devnet, 3);
    expect(await begin({ kind: 'pause', node: 'v4' })).toMatchObject({ status: 200 });
    await admin.call('POST', '/validators/v4/start');
    const asked = ask(3);
    // By then it would have answered.
    expect(await callRpc(rpcOf(3), 'getVersion', {})).toHaveProperty('result');
    expect(await inTime(asked, performance.now() + 100)).toBe(undefined);
    await admin.call('DELETE', '/faults/bad');
    expect(await asked).toBe(0);
  });

  it('hold messages to them, which arrive in the order asked for', async () => {
    const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
    const only = { message: 'SubmitTransaction', account: alice.address };
    await begin({ kind: 'clog', from: 'p1', direction: 'one-way', only });
    const rivals = [1n, 2n].map((amount) => signed(alice, 0n, pays(bob, amount)));
    const answers = rivals.map((each) =>
      callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(each)),
    );
    const ids = rivals.map(({ transaction }) => factsOf(transaction).id);
    const held = async (transaction: string | undefined) => {
      const { messages } = (await admin.call('GET', '/held')).body as Held;
      return messages.filter((each) => each.transaction_id === transaction);
    };
    await vi.waitFor(async () => {
      for (const id of ids) expect((await held(id)).length).toBeGreaterThanOrEqual(4);
    }, PATIENCE);
    for (const { id } of await held(ids[1])) await admin.call('POST', `/held/${id}/release`);
    const settled = { transaction: ids[1], state: 'settled-all', timeoutMs: 60_000 };
    expect(await admin.call('POST', '/wait', settled)).toMatchObject({ status: 200 });
    await admin.call('DELETE', '/faults');
    expect(await Promise.all(answers)).toMatchObject([{ error: {} }, { result: {} }]);
  });

  it.each([
    [{ kind: 'cut', from: 'v1', to: ['v2', 'v3'] }, 'no fault strikes between v1 and v2,v3: '],
    [
      { kind: 'byzantine', node: 'v4', acts: [{ act: 'forge', only: { peers: ['p1'] } }] },
      'acts.0.only.peers: expected http alone: v4 runs in a process of its own',
    ],
  ])('are refused if they would do nothing: %j', async (fault, message) => {
    const { status, body } = await begin(fault);
    expect([status, body]).toEqual([
      400,
      { error: { code: expect.any(String), message: expect.stringContaining(message) } },
    ]);
    expect(devnet.faults()).toEqual([]);
  });
});

describe('snapshots of validators in processes of their own', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ port: 0, processes: true, validators: 2 });
  }, HOOK_MILLIS);
  afterAll(() => devnet.close());

  it('put back what they held, which they tell as they sign and settle', async () => {
    const { call } = createAdminCaller(devnet);
    await pay(devnet, 0n);
    await Promise.all([0, 1].map((index) => reaches(devnet, index, 1)));
    expect(await call('POST', '/snapshots', { name: 'before' })).toMatchObject({ status: 200 });
    await pay(devnet, 1n);
    expect(await call('POST', '/wait', { idleMs: 100, timeoutMs: 30_000 })).toMatchObject({
      status: 200,
    });
    await Promise.all([0, 1].map((index) => reaches(devnet, index, 2)));
    expect(await call('POST', '/snapshots/before/restore')).toMatchObject({ status: 200 });
    await Promise.all([0, 1].map((index) => reaches(devnet, index, 1)));
    await pay(devnet, 1n);
  });

  it('find all of them still, though one takes its time', async () => {
    const { call } = createAdminCaller(devnet);
    const { body } = await call('GET', '/validators');
    const { pid } = body[1] as { readonly pid: number };
    const rpc = devnet.validators[0]?.rpc ?? '';
    const tokens = () => callRpc(rpc, 'quorate_getTokenInfo', { tokenIds: [] });
    process.kill(pid, 'SIGSTOP');
    const taken = call('POST', '/snapshots', { name: 'still' });
    const { asked: held } = await vi.waitFor(async () => {
      const asked = tokens();
      expect(await inTime(asked, performance.now() + 100)).toBe(undefined);
      return { asked };
    }, PATIENCE);
    process.kill(pid, 'SIGCONT');
    expect([await taken, await held]).toMatchObject([
      { status: 200 },
      { result: { type: 'TokenInfo' } },
    ]);
  });

  it('are all put back although the process of one dies before it is', async () => {
    const { call } = createAdminCaller(devnet);
    const pid = async (): Promise<number> => {
      const { body } = await call('GET', '/validators');
      return (body as readonly { readonly pid: number }[])[0]?.pid ?? 0;
    };
    const before = await pid();
    const restored = call('POST', '/snapshots/before/restore');
    const next = await vi.waitFor(async () => {
      const now = await pid();
      expect([0, before]).not.toContain(now);
      return now;
    }, PATIENCE);
    process.kill(next, 'SIGKILL');
    expect(await restored).toMatchObject({ status: 200 });
    await Promise.all([0, 1].map((index) => reaches(devnet, index, 1)));
    await pay(devnet, 1n);
  });

  it('are named if they are taken down meanwhile, and are put back when they are started', async () => {
    const { call } = createAdminCaller(devnet);
    const restored = call('POST', '/snapshots/before/restore');
    // The request has been taken in: all are down, or on their way up.
    await vi.waitFor(async () => {
      const { body } = await call('GET', '/validators');
      expect(body).toMatchObject([{ status: 'booting' }, {}]);
    }, PATIENCE);
    await call('POST', '/validators/v1/crash');
    expect(await restored).toMatchObject({
      status: 400,
      body: {
        error: { code: 'NODE_DOWN', message: expect.stringMatching(/^v1: not put back .*mixed/) },
      },
    });
    await reaches(devnet, 1, 1);
    expect(await call('POST', '/validators/v1/start')).toMatchObject({ status: 200 });
    await reaches(devnet, 0, 1);
    expect(await call('POST', '/snapshots/before/restore')).toMatchObject({ status: 200 });
    await pay(devnet, 1n);
  });
});

describe('a network of processes', () => {
  it('comes back from its folder, in one process too', async () => {
    const first = await startDevnet({ port: 0, processes: true, validators: 1, dataDir });
    await pay(first, 0n);
    await reaches(first, 0, 1);
    await first.close();
    const second = await start({ dataDir, processes: false });
    await reaches(second, 0, 1);
    await pay(second, 1n);
  });

  it('does not start where a validator cannot have its port, and leaves nothing behind', async () => {
    const port = ownPort('taken in part');
    const take = (offset: number) =>
      listen({ role: 'a test', host: '127.0.0.1', port: port + offset });
    const taken = await take(22);
    await expect(start({ port, validators: 3 })).rejects.toThrow(
      `validator v3 cannot listen on 127.0.0.1:${port + 22}`,
    );
    await taken.close();
    const free = await Promise.all([0, 10, 20, 21, 22].map(take));
    await Promise.all(free.map((each) => each.close()));
  });

  it('brings up no validator whose store is lost while its process is gone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-lost-'));
    const devnet = await start({ validators: 2, dataDir: folder });
    const { call } = createAdminCaller(devnet);
    expect(await call('POST', '/snapshots', { name: 'then' })).toMatchObject({ status: 200 });
    await crash(devnet, 1);
    rmSync(join(folder, 'v2'), { recursive: true });
    expect(await call('POST', '/validators/v2/start')).toMatchObject({
      status: 400,
      body: {
        error: { code: 'NODE_DOWN', message: expect.stringContaining('no longer holds a store') },
      },
    });
    expect(await call('POST', '/snapshots/then/restore')).toMatchObject({ status: 200 });
    await pay(devnet, 0n);
    await reaches(devnet, 1, 1);
    await devnet.close();
    rmSync(folder, { recursive: true });
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves no process behind, though one is on its way up and others are asked for',
    async () => {
      const mark = markProcesses();
      const devnet = await start({ validators: 1 });
      expect(processesWith(mark)).toHaveLength(1);
      const { call } = createAdminCaller(devnet);
      const add = () => call('POST', '/validators').catch(() => undefined);
      const [first, ...others] = Array.from({ length: 20 }, add);
      expect(await first).toMatchObject({ status: 200, body: { name: 'v2' } });
      await devnet.close();
      expect(processesWith(mark)).toEqual([]);
      await Promise.all(others);
    },
  );

  it('is not reached over memory', async () => {
    await expect(start({ transport: 'memory' })).rejects.toMatchObject({ code: 'InvalidOption' });
  });
});
