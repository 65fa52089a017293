import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientError, createClient, createWallet, signerOf } from '@quorate/client';
import { nodeNamesOf } from '@quorate/core';
import {
  checkData,
  type Devnet,
  type DevnetOptions,
  exportData,
  importData,
  startDevnet,
} from '@quorate/devnet';
import { formatAddress, type JsonObject, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdmin } from './admin.ts';
import { askForSeats, carryOut, changeCommittee } from './change.ts';
import type { CommitteeGround } from './ground.ts';
import { readCommittees, readGenesis, readValidators } from './known-committees.ts';
import { VERIFIER } from './operator.ts';

// The processes run the build: `npm run build` comes first, as in `npm test`.

const folders: string[] = [];
const running: Devnet[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-change-'));
  folders.push(folder);
  return folder;
}

interface Started {
  readonly devnet: Devnet;
  readonly ground: CommitteeGround;
}

async function start(options: DevnetOptions = {}): Promise<Started> {
  const devnet = await startDevnet({ port: 0, ...options });
  running.push(devnet);
  const { rest, seed, networkId, accounts } = devnet;
  const genesisTimeNanos = String(devnet.genesisTimeNanos);
  const client = createClient({ url: rest });
  const network = { client, rest, seed, genesisTimeNanos, networkId, accounts, names: accounts };
  const admin = createAdmin(rest, undefined);
  const { genesisTime } = await readGenesis(admin);
  return { devnet, ground: { network, admin, genesisTime, folder: folderOf() } };
}

/**
 * Pays single least units, one after the other, each until it has settled. The client trusts the
 * committee of genesis, and later ones only along the changes that led to them (P10).
 */
async function pay({ devnet, ground }: Started, name: string, times: number) {
  const { accounts, rest, networkId } = devnet;
  const account = accounts.find((each) => each.name === name);
  const recipient = accounts.find((each) => each.name !== name)?.address;
  if (account === undefined || recipient === undefined) throw new Error('too few accounts');
  const client = createClient({ url: rest });
  const [genesis] = (await readCommittees(ground.admin)).all;
  if (genesis === undefined) throw new Error('there is no committee of epoch 0');
  const signer = signerOf(account.secretKey);
  const trusted = { committee: genesis, verifier: VERIFIER };
  const wallet = createWallet({ client, signer, networkId, trusted });
  const claim = { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient } as const;
  for (let payment = 0; payment < times; payment += 1) {
    await wallet.transact([{ ...claim, amount: 1n, userData: null }]);
  }
}

async function membersOf({ ground }: Started): Promise<readonly string[]> {
  const { running: committee } = await readCommittees(ground.admin);
  return nodeNamesOf(committee.members);
}

/** Waits until a validator signs in an epoch; meanwhile, payments tell it of what it has missed. */
async function serves(started: Started, name: string, epoch: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await pay(started, 'carol', 1);
      const validators = await readValidators(started.ground.admin);
      expect(validators.find((each) => each.name === name)).toMatchObject({
        seat: 'active',
        served: epoch,
      });
    },
    { timeout: 60_000, interval: 100 },
  );
}

const FOUR = ['v1', 'v2', 'v3', 'v4'];
const FIVE = [...FOUR, 'v5'];

it('C3 goes on with the committee that another change has begun meanwhile', async () => {
  const { ground } = await start({ validators: 1 });
  let isFirst = true;
  const get = async (path: string) => {
    const answer = await ground.admin.get(path);
    if (path === '/committees' && isFirst) {
      isFirst = false;
      await changeCommittee(ground, ['v1']);
    }
    return answer;
  };
  const late = { ...ground, admin: { ...ground.admin, get } };
  expect(await changeCommittee(late, ['v1'])).toMatchObject({ epoch: 2, members: ['v1'] });
});

const IN_ONE_PROCESS = [
  ['on one bus', {}],
  ['beyond HTTP', { transport: 'http' }],
] as const;
const EACH_WAY = [...IN_ONE_PROCESS, ['in processes', { processes: true }]] as const;

// `test/committees` has a devnet of processes grow under load.
describe.each(IN_ONE_PROCESS)('a devnet of validators %s', (_, options) => {
  it('C4 to C9 grows from 4 to 5, and settles payments before, meanwhile and after', async () => {
    const started = await start(options);
    const { devnet, ground } = started;
    await pay(started, 'alice', 3);
    const load = pay(started, 'bob', 20);
    expect(await changeCommittee(ground, FIVE)).toMatchObject({ epoch: 1, members: FIVE });
    await load;
    await pay(started, 'alice', 3);
    expect(await membersOf(started)).toEqual(FIVE);
    const { running } = await readCommittees(ground.admin);
    for (const { validator, operator } of running.members) {
      // The change itself names the operators of the seats (rule C3).
      expect(validator.host.split('@')[0]).toBe(formatAddress(operator ?? validator.address));
    }
    expect(devnet.quorum).toBe(4);
    const { client } = ground.network;
    expect((await client.committeeChange(1))?.signatures.length).toBeGreaterThan(2);
    expect(await client.committeeChange(2)).toBeUndefined();
    await serves(started, 'v5', 1);
  });
});

describe.each(EACH_WAY)('a devnet of validators %s', (_, options) => {
  it('C8 brings back a member that was down over two changes, once it is told', async () => {
    const started = await start(options);
    const { devnet, ground } = started;
    const first = await askForSeats(ground, FOUR);
    // This requests a key for the epoch after that too, so v4 has a seat in each although it is
    // down.
    const own = await askForSeats(ground, ['v4']);
    devnet.validators[3]?.crash();
    await carryOut(ground, first, await readCommittees(ground.admin));
    await pay(started, 'alice', 2);
    // v4 has never seen what the second change builds on.
    const second = [...(await askForSeats(ground, ['v1', 'v2', 'v3'])), ...own];
    await carryOut(ground, second, await readCommittees(ground.admin));
    await pay(started, 'alice', 2);
    expect((await readCommittees(ground.admin)).running.epoch).toBe(2);
    devnet.validators[3]?.start();
    await serves(started, 'v4', 2);
  });
});

describe('a change that was voted on and never submitted', () => {
  it('C3 is carried out before another, whose operators could not sign both', async () => {
    const started = await start();
    const { ground } = started;
    const silent = {
      ...ground.network.client,
      submit: () => Promise.reject(new ClientError('INVALID_REQUEST', 'the command is killed')),
    };
    const configs = await askForSeats(ground, FIVE);
    const killed = { ...ground, network: { ...ground.network, client: silent } };
    const known = await readCommittees(ground.admin);
    await expect(carryOut(killed, configs, known)).rejects.toThrow('the command is killed');
    await expect(changeCommittee(ground, FOUR)).rejects.toThrow(
      `${FIVE} are the members of epoch 1`,
    );
    expect(await changeCommittee(ground, FOUR)).toMatchObject({ epoch: 2, members: FOUR });
  });
});

describe('a change that waits for somebody', () => {
  it('tells for whom, once', async () => {
    const { devnet, ground } = await start();
    const told: string[] = [];
    let looks = 0;
    const get = (path: string) => {
      if (told.length > 0) looks += 1;
      return ground.admin.get(path);
    };
    const telling = {
      admin: { ...ground.admin, get },
      tell: (line: string) => void told.push(line),
    };
    devnet.validators[3]?.crash();
    const change = changeCommittee({ ...ground, ...telling }, FOUR);
    await vi.waitUntil(() => looks > 2, { timeout: 60_000 });
    expect(told).toEqual(['waiting, up to two minutes: v4 is crashed\n']);
    devnet.validators[3]?.start();
    expect(await change).toMatchObject({ epoch: 1, members: FOUR });
  });

  it('C3 asks for no vote before every member has proved that it is caught up', async () => {
    const { ground } = await start();
    const get = async (path: string) => {
      const answer = await ground.admin.get(path);
      if (path !== '/validators') return answer;
      return (answer as readonly JsonObject[]).map((each) => ({ ...each, rpc: 'nowhere' }));
    };
    const tell = (line: string) => {
      throw new Error(line);
    };
    const change = changeCommittee({ ...ground, admin: { ...ground.admin, get }, tell }, FOUR);
    await expect(change).rejects.toThrow(/^waiting, up to two minutes: v1 .* has not answered/);
  });

  it('asks for no seat meanwhile, which may take more than are up', async () => {
    const { devnet, ground } = await start();
    const told: string[] = [];
    const down = devnet.validators.slice(2);
    for (const each of down) each.crash();
    const change = changeCommittee({ ...ground, tell: (line) => void told.push(line) }, FOUR);
    const waiting = 'waiting, up to two minutes: v3 is crashed; v4 is crashed\n';
    await vi.waitFor(() => expect(told).toEqual([waiting]), { timeout: 60_000 });
    for (const each of down) each.start();
    expect(await change).toMatchObject({ epoch: 1, members: FOUR });
  });
});

describe('a request for a seat that does not settle', () => {
  it('is told of, and whose it is', async () => {
    const { ground } = await start();
    const { client } = ground.network;
    const told: string[] = [];
    const timers = vi.spyOn(globalThis, 'setTimeout');
    let submitted = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const submit: typeof client.submit = async (...request) => {
      submitted += 1;
      if (submitted === FOUR.length) await held;
      return client.submit(...request);
    };
    const network = { ...ground.network, client: { ...client, submit } };
    const asked = askForSeats({ ...ground, network, tell: (line) => void told.push(line) }, FOUR);
    await vi.waitUntil(() => submitted === FOUR.length, 60_000);
    const [late] = timers.mock.calls.find(([, millis]) => millis === 10_000) ?? [];
    late?.();
    expect(told).toEqual([
      expect.stringMatching(/^waiting, up to two minutes: no seat is requested yet for v\d/),
    ]);
    release();
    expect(await asked).toHaveLength(FOUR.length);
    timers.mockRestore();
  });
});

describe('a new member that can never catch up', () => {
  it('C7 is not waited for without saying that pruning may be the reason', async () => {
    const started = await start({ prune: { keepPerAccount: 1 } });
    const { ground } = started;
    await pay(started, 'alice', 3);
    const sender = signerOf(started.devnet.accounts[0]?.secretKey ?? '').address;
    const asked = () => ground.network.client.certificates(sender, 0n, 1);
    await vi.waitFor(
      () => expect(asked()).rejects.toMatchObject({ code: 'CERTIFICATE_PRUNED' }),
      60_000,
    );
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now');
    const tell = (): void => void clock.mockReturnValue(now + 600_000);
    const change = changeCommittee({ ...ground, tell }, FIVE);
    await expect(change).rejects.toThrow(/v5 .* is not caught up; .*archive, nobody can join/);
    clock.mockRestore();
  });
});

describe('a request for a seat that fails', () => {
  it('is told of once the others have ended', async () => {
    const { ground } = await start();
    const { client } = ground.network;
    let submitted = 0;
    let ended = 0;
    const submit: typeof client.submit = async (...request) => {
      submitted += 1;
      if (submitted === 1) throw new ClientError('INVALID_REQUEST', 'not this one');
      const result = await client.submit(...request);
      ended += 1;
      return result;
    };
    const network = { ...ground.network, client: { ...client, submit } };
    await expect(askForSeats({ ...ground, network }, FOUR)).rejects.toThrow('not this one');
    expect([submitted, ended]).toEqual([4, 3]);
  });
});

/** The keys that a node holds, according to its file. */
function keysOf(dataDir: string, name: string): readonly string[] {
  const path = join(dataDir, `${name}.keys`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).keys : [];
}

describe('the data of a devnet whose committee has changed', () => {
  it('come back with the nodes and the committee of the last epoch, as processes too', async () => {
    const dataDir = folderOf();
    const next = ['v2', 'v3', 'v4', 'v5'];
    const first = await start({ dataDir });
    await pay(first, 'alice', 1);
    await changeCommittee(first.ground, FIVE);
    await changeCommittee(first.ground, next);
    await first.devnet.close();
    for (const processes of [false, true]) {
      const again = await start({ dataDir, processes });
      expect(again.devnet.validators.map(({ name }) => name)).toEqual(FIVE);
      expect(again.devnet.quorum).toBe(3);
      await pay(again, 'alice', 1);
      expect(await membersOf(again)).toEqual(next);
      await again.devnet.close();
    }
  });

  it('are sound, and move to another folder', async () => {
    const dataDir = folderOf();
    const first = await start({ dataDir });
    await pay(first, 'alice', 2);
    await changeCommittee(first.ground, ['v2', 'v3', 'v4', 'v5']);
    await pay(first, 'alice', 2);
    await first.devnet.close();
    const findings = await checkData(dataDir);
    expect(findings.validators.flatMap(({ problems }) => problems)).toEqual([]);
    expect(findings.validators.map(({ name }) => name)).toEqual(FIVE);
    const file = join(folderOf(), 'moved.quorate');
    await exportData(dataDir, file);
    const elsewhere = join(folderOf(), 'elsewhere');
    await importData(elsewhere, file);
    const again = await start({ dataDir: elsewhere });
    await pay(again, 'alice', 1);
    expect(again.devnet.validators.map(({ name }) => name)).toEqual(FIVE);
    expect(again.devnet.committee).toEqual(['v2', 'v3', 'v4', 'v5']);
  });

  it('go back to before the change with a snapshot, the keys of that epoch, too', async () => {
    const dataDir = folderOf();
    const started = await start({ dataDir });
    const post = (path: string, body: object = {}) =>
      fetch(`${started.devnet.rest}/_devnet/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const before = keysOf(dataDir, 'v1');
    expect((await post('/snapshots', { name: 'before' })).status).toBe(200);
    await changeCommittee(started.ground, FIVE);
    await vi.waitFor(() => expect(keysOf(dataDir, 'v1')).not.toContain(before[0]), {
      timeout: 60_000,
    });
    expect((await post('/snapshots/before/restore')).status).toBe(200);
    expect(await membersOf(started)).toEqual(FOUR);
    await pay(started, 'alice', 1);
  });

  it('C9 hold no key of an epoch that has ended, once the next committee serves', async () => {
    const dataDir = folderOf();
    const started = await start({ dataDir });
    const { ground } = started;
    const before = keysOf(dataDir, 'v1');
    expect(before).toHaveLength(1);
    await changeCommittee(ground, FOUR);
    await vi.waitFor(() => expect(keysOf(dataDir, 'v1')).not.toContain(before[0]), {
      timeout: 60_000,
    });
    expect(keysOf(dataDir, 'v1')).toHaveLength(1);
    // A member of the next change derives another key.
    await changeCommittee(ground, FOUR);
    await serves(started, 'v1', 2);
  });
});
