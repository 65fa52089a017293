import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMMAND, ROOT } from './built-command.ts';

/** How many files and connections the process of a devnet may have open. */
const FILES = 160;

interface Ready {
  readonly rest: string;
  readonly proxyRpc: string;
  readonly accounts: readonly { readonly address: string }[];
}

let child: ChildProcess | undefined;
afterEach(async () => {
  if (child === undefined) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  child = undefined;
});

/** What a shell is given to start a devnet that may have only so many files open. */
function withFew(...args: readonly string[]): readonly string[] {
  const all = [COMMAND, 'devnet', '--json', '--port', '0', ...args];
  return ['-c', `ulimit -n ${FILES}; exec "$@"`, 'bash', process.execPath, ...all];
}

async function startWithFew(...args: readonly string[]): Promise<Ready> {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  const started = spawn('bash', withFew(...args), { cwd: ROOT, stdio: [...stdio] });
  child = started;
  const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
  return JSON.parse(line);
}

/**
 * Opens connections until the devnet can accept no more; gives a function that closes them, or so
 * many of them.
 */
async function takeAll(rest: string): Promise<(count?: number) => Promise<void>> {
  const { hostname, port } = new URL(rest);
  const sockets: Socket[] = [];
  // The system accepts a connection that the devnet has no descriptor for, and then it is closed.
  const full = new Promise<void>((resolve) => {
    for (let count = 0; count < FILES; count += 1) {
      const socket = connect(Number(port), hostname).resume();
      socket.on('error', () => undefined).once('close', () => resolve());
      sockets.push(socket);
    }
  });
  await full;
  return async (count = FILES) => {
    const open = sockets.filter(({ closed }) => !closed).slice(0, count);
    const closed = open.map((socket) => once(socket, 'close'));
    for (const socket of open) socket.destroy();
    await Promise.all(closed);
  };
}

/** Sends requests over one connection, so that the devnet needs no further descriptor for them. */
function overOne(url: string): (path: string, body?: unknown) => Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (path, body) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const method = body === undefined ? 'GET' : 'POST';
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = request({ agent, hostname, port, path, method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => {
          const failed = /^\{[^{]*"error":.*/.exec(text)?.[0] ?? '';
          resolve(`${path}: ${answer.statusCode}${failed}`);
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

const [PROXY_PING, DISCOVER] = [
  { jsonrpc: '2.0', method: 'nothing' },
  { jsonrpc: '2.0', id: 1, method: 'rpc.discover' },
];

describe('a devnet without a free descriptor', () => {
  it('fails no longer than that, and once it has had time has all at hand that it needs', async () => {
    const { rest, proxyRpc, accounts } = await startWithFew('--ephemeral');
    const [gateway, proxy] = [overOne(rest), overOne(proxyRpc)];
    // These connect, and need nothing that is loaded at first use.
    expect(await gateway('/healthz')).toBe('/healthz: 200');
    expect(await proxy('/', PROXY_PING)).toBe('/: 204');
    const pay = { to: accounts[0]?.address, amount: '1', chain: 'fast' };
    const paths = [
      '/metrics',
      '/openapi.json',
      '/openrpc.json',
      '/api-docs/swagger-ui-bundle.js',
      '/api-docs/swagger-ui.css',
      '/_devnet/v1/openapi.json',
      '/_devnet/v1/evm-signer',
    ];
    const askAll = () =>
      Promise.all([
        ...paths.map((path) => gateway(path)),
        gateway('/api/pay/send', pay),
        proxy('/', DISCOVER),
      ]);
    const allWell = [...paths, '/api/pay/send', '/'].map((path) => `${path}: 200`);
    const first = await takeAll(rest);
    await askAll();
    await first();
    await vi.waitFor(
      async () => {
        const release = await takeAll(rest);
        try {
          expect(await askAll()).toEqual(allWell);
        } finally {
          await release();
        }
      },
      // Asking keeps the devnet busy, and while it is it loads nothing: it looks once a second.
      { timeout: 60_000, interval: 2_500 },
    );
  });

  it('reaches validators in other processes as soon as it has one again', async () => {
    const { rest, proxyRpc, accounts } = await startWithFew('--ephemeral', '--processes');
    const [gateway, proxy] = [overOne(rest), overOne(proxyRpc)];
    expect(await gateway('/healthz')).toBe('/healthz: 200');
    expect(await proxy('/', PROXY_PING)).toBe('/: 204');
    const release = await takeAll(rest);
    const asked = gateway(`/v1/accounts/${accounts[0]?.address}`);
    // Answered after the proxy has asked the validators for the first time.
    await proxy('/', DISCOVER);
    await release();
    expect(await asked).toMatch(/: 200$/);
  });

  it('does not start, and says what helps', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-descriptors-'));
    const args = withFew('--data-dir', dataDir, '--validators', '60');
    const { status, stderr } = spawnSync('bash', args, { cwd: ROOT, encoding: 'utf8' });
    rmSync(dataDir, { recursive: true });
    expect(stderr).toMatch(/EMFILE.*: close connections, or allow more open files \(ulimit -n\)$/m);
    expect(status).toBe(75);
  });

  it('says of an export what helps, and writes it once it can', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-descriptors-'));
    const { rest } = await startWithFew('--data-dir', dataDir);
    const gateway = overOne(rest);
    const path = '/_devnet/v1/snapshots';
    expect(await gateway(path, { name: 'a' })).toBe(`${path}: 200`);
    const release = await takeAll(rest);
    const answers = [await gateway(`${path}/a/export`, {})];
    while (!answers.at(-1)?.endsWith(': 200')) {
      await release(1);
      answers.push(await gateway(`${path}/a/export`, {}));
    }
    for (const answer of answers.slice(0, -1)) {
      expect(answer).toMatch(/: 400\{"error":\{"code":"TooManyOpen".*\(ulimit -n\)"\}\}$/);
    }
    expect(answers.length).toBeGreaterThan(2);
    await release();
    rmSync(dataDir, { recursive: true });
  });

  it('opens the store of its wallet once it has enough of them, and goes on until then', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-descriptors-'));
    const { rest, accounts } = await startWithFew('--data-dir', dataDir);
    const gateway = overOne(rest);
    expect(await gateway('/healthz')).toBe('/healthz: 200');
    const pay = () =>
      gateway('/api/pay/send', { to: accounts[0]?.address, amount: '1', chain: 'fast' });
    const release = await takeAll(rest);
    const answers = [await pay()];
    while (!answers.at(-1)?.endsWith(': 200')) {
      await release(1);
      answers.push(await pay());
    }
    expect(answers.slice(0, -1).map((each) => each.slice(0, 18))).toEqual(
      Array(answers.length - 1).fill('/api/pay/send: 503'),
    );
    expect(answers.length).toBeGreaterThan(4);
    await release();
    rmSync(dataDir, { recursive: true });
  });
});
