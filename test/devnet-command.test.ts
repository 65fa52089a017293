import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { get, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { warmCommand } from './warm-command.ts';

const command = fileURLToPath(new URL('../packages/cli/bin/quorate.js', import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'quorate-devnet-'));

/** Starts a devnet and waits for its first line. */
async function start(...args: string[]): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [command, 'devnet', ...args], { cwd });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  return { child, line };
}

async function stop(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const { quorateIn, close } = warmCommand();
afterAll(close);

/** Calls a command that has no process of its own. */
const ask = (...args: string[]) => quorateIn(cwd, ...args);

/** Calls a command in a process of its own. */
function call(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('a devnet that was given names and an archive', () => {
  let child: ChildProcess;
  let rest: string;
  let said = '';
  beforeAll(async () => {
    const names = ['--allow-host', 'devnet.example', '--archive', 'p1', 'v4', 'v44'];
    const started = await start(
      '--ephemeral',
      '--port',
      '0',
      '--json',
      '--log-level',
      'info',
      '--prune-keep',
      '1',
      ...names,
    );
    child = started.child;
    child.stderr?.on('data', (text) => {
      said += text;
    });
    ({ rest } = JSON.parse(started.line) as { readonly rest: string });
  });
  afterAll(() => child.kill('SIGKILL'));

  it('is reached by the names', async () => {
    const { hostname, port } = new URL(rest);
    const status = (host: string): Promise<number | undefined> =>
      new Promise((resolve) => {
        get({ hostname, port, path: '/healthz', headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
      });
    expect(await status(`devnet.example:${port}`)).toBe(200);
    expect(await status('evil.example')).toBe(403);
  });

  it('names an archive that does not exist', async () => {
    const complaint = '--archive v44: not hosted yet, so nobody keeps all certificates there\n';
    await vi.waitFor(() => expect(said).toContain(complaint), { timeout: 60_000 });
  });

  it('logs how requests ended that it cuts off when it stops', async () => {
    const body = JSON.stringify({ idleMs: 60_000, timeoutMs: 60_000 });
    const waiting = request(`${rest}/_devnet/v1/wait`, { method: 'POST' });
    const ended = once(waiting, 'response');
    waiting.setHeader('content-type', 'application/json').end(body);
    await once(waiting, 'finish');
    // A later request is answered later.
    await fetch(`${rest}/readyz`);
    const closed = once(child, 'close');
    expect(await stop(child)).toBe(0);
    await Promise.all([ended, closed]);
    expect(said).toMatch(/"path":"\/_devnet\/v1\/wait".*"msg":"controlled"/);
  });
});

describe('quorate devnet', () => {
  let child: ChildProcess;
  let line: string;

  beforeAll(async () => {
    ({ child, line } = await start('--port', '0', '--json', '--ready-file', 'ready.json'));
  });
  afterAll(() => child.kill('SIGKILL'));

  it('tells programs where it is, on its first line and in a file of its owner alone', () => {
    const event = JSON.parse(line);
    expect(event).toMatchObject({
      event: 'ready',
      networkId: 'fast:localnet',
      rest: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      proxyRpc: expect.stringMatching(/^http:/),
      persistence: { kind: 'disk' },
    });
    expect(event.validators).toHaveLength(4);
    expect(event.accounts[0]).toMatchObject({
      name: 'alice',
      address: expect.stringMatching(/^fast1/),
      secretKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const path = join(cwd, 'ready.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(event);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is used by the commands that are called in its folder', async () => {
    expect(await ask('send', 'bob', '5', '--from', 'alice')).toMatchObject({ status: 0 });
    expect((await ask('account', 'show', 'bob')).stdout).toContain('1000005 FAST');
    const told = expect.stringMatching(/^to +carol$/m);
    expect(await ask('faucet', 'carol', '10')).toMatchObject({ status: 0, stdout: told });
    const created = await ask(
      'token',
      'create',
      'GOLD',
      '--decimals',
      '2',
      '--from',
      'alice',
      '--json',
    );
    const { tokenId } = JSON.parse(created.stdout);
    expect(await ask('token', 'mint', tokenId, 'bob', '5.25', '--from', 'alice')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^to +bob$/m),
    });
    expect((await ask('account', 'show', 'bob')).stdout).toContain('5.25 GOLD');
    const { transactionId } = JSON.parse(
      (await ask('send', 'bob', '1', '--from', 'alice', '--json')).stdout,
    );
    expect((await ask('tx', transactionId)).stdout).toContain('TokenTransfer');
  });

  it('is the same by its URL, with the names of its accounts', async () => {
    const { rest } = JSON.parse(line);
    const listed = await ask('account', 'list');
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^alice +fast1.* FAST\nbob /);
    const { accounts } = JSON.parse((await ask('account', 'list', '--json')).stdout);
    const holder = { address: expect.stringMatching(/^fast1/), balance: { decimals: 18 } };
    expect(accounts.slice(0, 2)).toMatchObject([
      { name: 'alice', ...holder },
      { name: 'bob', ...holder },
    ]);
    expect(JSON.parse((await ask('account', 'show', 'bob', '--json')).stdout)).toMatchObject(
      accounts[1],
    );
    expect(await ask('account', 'list', '--url', `${rest}/`)).toEqual(listed);
    expect(await ask('send', 'bob', '1', '--from', 'carol', '--url', rest)).toMatchObject({
      status: 0,
    });
    expect(await ask('send', 'carol', '1', '--from', 'bob')).toMatchObject({ status: 0 });
  });

  it('hosts nobody for a change of committee that it refuses', async () => {
    for (const [plan, complaint] of [
      [['--grow-to', '200'], '--grow-to: expected 1 to 100, got 200'],
      [
        ['--members', 'v1', 'v999'],
        '--members: expected names from v1 to v100, such as v5, got v999',
      ],
      [
        ['--members', 'v1', 'v12'],
        '--members: a devnet hosts validators in order: expected v5, too',
      ],
    ] as const) {
      expect(await ask('committee', 'change', ...plan)).toMatchObject({
        status: 64,
        stderr: expect.stringContaining(`error ${complaint}`),
      });
    }
    expect((await ask('committee', 'status')).stdout).not.toMatch(/^v5\b/m);
  });

  it('answers a mistake with what to do, and a refusal with its reason', async () => {
    expect(await ask('send', 'bob', '5')).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('--from or --key-file'),
    });
    expect(await ask('send', 'bob', '0.5.5', '--from', 'alice')).toMatchObject({ status: 64 });
    expect(await ask('send', 'bob', '99999999', '--from', 'alice')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('insufficient'),
    });
    expect(await ask('account', 'new')).toMatchObject({ status: 64 });
  });

  it('creates keys that nobody else can read and that it does not print', async () => {
    const { status, stdout } = await ask('account', 'new', '--key-file', 'key');
    const secret = readFileSync(join(cwd, 'key'), 'utf8').trim();
    expect(status).toBe(0);
    expect(stdout).not.toContain(secret);
    expect(statSync(join(cwd, 'key')).mode & 0o777).toBe(0o600);
  });

  it('lets nobody else use its data, and leaves its ready file alone', () => {
    const ready = join(cwd, '.quorate/devnet.json');
    const before = readFileSync(ready, 'utf8');
    expect(call('devnet', '--port', '0')).toMatchObject({
      status: 75,
      stderr: expect.stringMatching(
        /^error [^\n]+: another devnet or command is using this data[^\n]+\n$/,
      ),
    });
    expect(readFileSync(ready, 'utf8')).toBe(before);
  });

  it('stops cleanly, and comes back with what it had', async () => {
    expect(await stop(child)).toBe(0);
    expect(existsSync(join(cwd, '.quorate/devnet.json'))).toBe(false);
    expect(await ask('account', 'show', 'bob')).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('quorate devnet'),
    });
    ({ child } = await start('--port', '0', '--json'));
    expect((await ask('account', 'show', 'bob')).stdout).toContain('1000006 FAST');
    expect(await stop(child)).toBe(0);
  });

  it('stops at a second signal whatever is under way, and leaves no ready file', async () => {
    const args = ['--port', '0', '--json', '--ephemeral', '--ready-file', 'second.json'];
    const { child: hurried, line: ready } = await start(...args);
    const { rest } = JSON.parse(ready) as { readonly rest: string };
    const headers = { 'content-type': 'application/json', expect: '100-continue' };
    const waiting = request(`${rest}/_devnet/v1/wait`, { method: 'POST', headers });
    const broken = expect(once(waiting, 'response')).rejects.toMatchObject({ code: 'ECONNRESET' });
    // From now on the request is under way, and holds up the end.
    await once(waiting, 'continue');
    waiting.end(JSON.stringify({ idleMs: 120_000, timeoutMs: 120_000 }));
    let said = '';
    hurried.stderr?.on('data', (text) => {
      said += text;
    });
    hurried.kill('SIGINT');
    // Two signals that come at once arrive as one.
    await vi.waitFor(() => expect(said).toContain('again to stop at once'), { timeout: 60_000 });
    expect(await stop(hurried)).toBe(130);
    await broken;
    expect(existsSync(join(cwd, 'second.json'))).toBe(false);
  });

  it('with a damaged ready file is reported with that file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-devnet-'));
    mkdirSync(join(folder, '.quorate'));
    writeFileSync(join(folder, '.quorate/devnet.json'), '{}');
    const { status, stderr } = await quorateIn(folder, 'account', 'list');
    expect(stderr).toMatch(/^error \.quorate\/devnet\.json is damaged: expected rest, .*\n$/);
    expect(status).toBe(64);
    rmSync(folder, { recursive: true });
  });

  it('refuses to take a folder for another network', () => {
    expect(call('devnet', '--port', '0', '--validators', '7')).toMatchObject({
      status: 64,
      stderr: expect.stringMatching(
        /error -n, --validators: expected 4, which the network in \/\S+\/\.quorate\/devnet has, got 7/,
      ),
    });
  });

  it('says which port is taken and what to do', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    expect(call('devnet', '--ephemeral', '--port', String(port))).toMatchObject({
      status: 75,
      stderr: expect.stringMatching(
        new RegExp(`the gateway cannot listen on 127.0.0.1:${port}.*--port 0`),
      ),
    });
    holder.close();
  });

  it('ends in order with its terminal, however often it is told to', async () => {
    const args = ['--port', '0', '--json', '--ephemeral', '--ready-file', 'terminal.json'];
    const { child: orphan } = await start(...args);
    let complaints = '';
    orphan.stderr?.on('data', (text) => {
      complaints += text;
    });
    const ended = once(orphan, 'close');
    orphan.kill('SIGHUP');
    orphan.kill('SIGHUP');
    const [code, signal] = await ended;
    expect(complaints).toMatch(/\nstopped\n$/);
    // The second may come when the engine, at its end, no longer listens.
    expect([0, 'SIGHUP']).toContain(code ?? signal);
    expect(existsSync(join(cwd, 'terminal.json'))).toBe(false);
    expect(existsSync(join(cwd, '.quorate/devnet.json'))).toBe(false);
  });

  it('that was killed is named by commands that miss it, and its ready files go before the next one boots', async () => {
    const args = ['--port', '0', '--json', '--ephemeral', '--ready-file', 'killed.json'];
    const { child: killed, line: ready } = await start(...args);
    const { rest } = JSON.parse(ready);
    await stop(killed, 'SIGKILL');
    for (const command of [
      ['account', 'list'],
      ['send', 'bob', '1', '--from', 'alice'],
    ]) {
      expect(await ask(...command)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          `UNREACHABLE: no answer from ${rest}.*\`npx quorate devnet\``,
        ),
      });
    }
    expect(existsSync(join(cwd, 'killed.json'))).toBe(true);
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const next = ['devnet', '--ephemeral', '--port', String(port), '--ready-file', 'killed.json'];
    expect(call(...next)).toMatchObject({ status: 75 });
    expect(existsSync(join(cwd, 'killed.json'))).toBe(false);
    expect(existsSync(join(cwd, '.quorate/devnet.json'))).toBe(false);
    holder.close();
  });

  it('refuses a ready file that it could not write, and leaves no keys beside it', () => {
    writeFileSync(join(cwd, 'afile'), '');
    mkdirSync(join(cwd, 'adir'));
    for (const path of ['afile/x.json', 'adir']) {
      const devnet = ['devnet', '--ephemeral', '--port', '0', '--ready-file', path];
      expect(call(...devnet)).toMatchObject({
        status: 75,
        // Another data folder would not help.
        stderr: expect.stringMatching(
          `^error --ready-file ${path} cannot be written: .*name a file that you may write\n$`,
        ),
      });
    }
    expect(readdirSync(cwd).filter((name) => /^a(file|dir)/.test(name))).toEqual(['adir', 'afile']);
  });

  it('starts where only its data folder may be written, and says what that means for commands', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-devnet-'));
    writeFileSync(join(folder, '.quorate'), '');
    const args = [command, 'devnet', '--port', '0', '--data-dir', 'kept', '--json'];
    const poor = spawn(process.execPath, args, { cwd: folder });
    let complaints = '';
    poor.stderr.on('data', (chunk) => {
      complaints += chunk;
    });
    const [line] = (await once(createInterface({ input: poor.stdout }), 'line')) as [string];
    expect((await fetch(`${JSON.parse(line).rest}/healthz`)).status).toBe(200);
    expect(await stop(poor)).toBe(0);
    expect(complaints).toMatch(/^warning \.quorate\/devnet\.json cannot be written: .*--url/);
    rmSync(folder, { recursive: true });
  });

  it('prints a banner for people', async () => {
    const people = spawn(process.execPath, [command, 'devnet', '--port', '0', '--ephemeral'], {
      cwd,
    });
    let text = '';
    people.stdout.on('data', (chunk) => {
      text += chunk;
    });
    while (!text.includes('Ctrl-C')) await once(people.stdout, 'data');
    expect(text).toMatch(/REST +http:\/\/127\.0\.0\.1:\d+\/v1/);
    expect(text).toContain('in memory');
    expect(text).not.toContain('\u001b[');
    expect(await stop(people)).toBe(0);
  });
});
