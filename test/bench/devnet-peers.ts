import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Kept between runs: the binaries are large. */
const peersFolder = join(tmpdir(), 'quorate-bench-peers');
const PACKAGES = ['@foundry-rs/anvil-linux-amd64@1.5.1', 'hardhat@2.29.1'];

/** What each network is sent; the same for all. */
export interface LoadPlan {
  readonly accounts: number;
  readonly warmUp: number;
  readonly transfers: number;
  readonly singles: number;
  readonly inFlight: number;
}

/** The result of a load. */
export interface LoadResult {
  /** Settled transfers per second, right after the warm-up. */
  readonly perSecond: number;
  /**
   * The same for a second batch of this size, when an engine that compiles as it goes is done
   * compiling.
   */
  readonly sustained: number;
  /**
   * Milliseconds of a single transfer with nothing else under way, as clients of that network see
   * it: the answer of ours; what is sent to an Ethereum node, and its receipt.
   */
  readonly p50: number;
  readonly p99: number;
  /** The median where one answer tells that it settled, as in `submit`. */
  readonly answered: number;
}

/** The result of a load, and its cost. */
export interface Measurement extends LoadResult {
  /** Milliseconds of processor time of the network for each transfer, all threads. */
  readonly processor: number;
}

/** A local network that has started. */
export interface RunningPeer {
  /** What answers a transfer once it has settled: REST of ours, or a method of JSON-RPC. */
  readonly submit: 'rest' | 'eth_sendRawTransaction' | 'eth_sendRawTransactionSync';
  readonly url: string;
  readonly pid: number;
  /** Accounts with keys; undefined where they come from the well-known mnemonic. */
  readonly keys?: readonly object[];
  stop(): Promise<void>;
}

/** A local network that can be started anew for each round. */
export interface Peer {
  readonly name: string;
  start(accounts: number): Promise<RunningPeer>;
}

/** Fetches the other networks from npm, once. */
export function fetchPeers(): void {
  mkdirSync(peersFolder, { recursive: true });
  if (existsSync(join(peersFolder, 'node_modules', 'hardhat'))) return;
  const args = ['install', '--no-audit', '--no-fund', '--prefix', peersFolder, ...PACKAGES];
  const { status, stderr } = spawnSync('npm', args, { cwd: peersFolder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm could not fetch ${PACKAGES.join(' and ')}: ${stderr}`);
}

/** A devnet of ours: what it prints once it is ready, and how long that took in milliseconds. */
export interface ReadyDevnet extends RunningPeer {
  readonly millis: number;
}

/** Starts `quorate devnet` in a process of its own. */
export async function startQuorate(args: readonly string[]): Promise<ReadyDevnet> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-bench-'));
  const quorate = join(repository, 'packages/cli/bin/quorate.js');
  const began = performance.now();
  const flags = ['devnet', '--port', '0', '--json', '--log-level', 'warn', ...args];
  const child = spawn(process.execPath, [quorate, ...flags], { cwd: folder, stdio: 'pipe' });
  const line = await outputOf(child, /^\{.*\}$/m);
  const millis = performance.now() - began;
  const { rest, accounts } = JSON.parse(line) as { rest: string; accounts: readonly object[] };
  return {
    submit: 'rest',
    url: rest,
    pid: child.pid ?? 0,
    keys: accounts,
    millis,
    stop: async () => {
      await ended(child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** A devnet with those arguments, as one of the networks that are measured. */
export function quoratePeer(name: string, ...args: readonly string[]): Peer {
  return { name, start: (accounts) => startQuorate(['--accounts', `${accounts}`, ...args]) };
}

/**
 * Anvil, which makes a block whenever there is something to put in. It answers what is sent in the
 * usual way before it has settled; with some hundred of those waiting, it may stop making blocks.
 */
export const anvil: Peer = {
  name: 'anvil 1.5.1 (automine)',
  async start(accounts) {
    const port = await freePort();
    const binary = join(peersFolder, 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');
    const flags = ['--host', '127.0.0.1', '--port', `${port}`, '--accounts', `${accounts}`];
    const child = spawn(binary, [...flags, '--silent'], { stdio: 'ignore' });
    return ethereumAt(port, child, 'eth_sendRawTransactionSync');
  },
};

/** The node of Hardhat, which makes a block for each transaction. */
export const hardhat: Peer = {
  name: 'hardhat 2.29.1 node (no logging)',
  async start(accounts) {
    const port = await freePort();
    const network = { accounts: { count: accounts }, loggingEnabled: false };
    const config = `module.exports = ${JSON.stringify({ solidity: '0.8.28', networks: { hardhat: network } })};`;
    writeFileSync(join(peersFolder, 'hardhat.config.js'), config);
    writeFileSync(join(peersFolder, 'package.json'), '{"name":"peers","private":true}');
    const flags = ['node', '--hostname', '127.0.0.1', '--port', `${port}`];
    const binary = join(peersFolder, 'node_modules/hardhat/internal/cli/bootstrap.js');
    const env = { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', CI: '1' };
    const options = { cwd: peersFolder, stdio: 'ignore', env } as const;
    const child = spawn(process.execPath, [binary, ...flags], options);
    return ethereumAt(port, child, 'eth_sendRawTransaction');
  },
};

/** Measures a running network. */
export async function measure(peer: RunningPeer, plan: LoadPlan): Promise<Measurement> {
  const { submit, url, keys, pid } = peer;
  const argument = JSON.stringify({ ...plan, submit, url, keys });
  const script = fileURLToPath(new URL('./devnet-load.js', import.meta.url));
  const before = processorMillis(pid);
  const child = spawn(process.execPath, [script, argument], { cwd: repository, stdio: 'pipe' });
  const result = JSON.parse(await outputOf(child, /^\{.*\}$/m)) as LoadResult;
  const { warmUp, transfers, singles } = plan;
  const processor = (processorMillis(pid) - before) / (warmUp + 3 * transfers + 2 * singles);
  return { ...result, processor };
}

/** What the kernel has counted for a process, in ticks of 10 ms: user and system time. */
function processorMillis(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return 10 * ((user ?? 0) + (system ?? 0));
}

async function ethereumAt(
  port: number,
  child: ChildProcess,
  submit: RunningPeer['submit'],
): Promise<RunningPeer> {
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await isAnswering(url)));
  if (child.exitCode !== null) throw new Error(`the network exited with ${child.exitCode}`);
  return { submit, url, pid: child.pid ?? 0, stop: () => ended(child) };
}

async function isAnswering(url: string): Promise<boolean> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}';
  const headers = { 'content-type': 'application/json' };
  try {
    return (await fetch(url, { method: 'POST', headers, body })).ok;
  } catch {
    return false;
  }
}

/** Resolves with the first output that looks like this; rejects if the process ends before. */
function outputOf(child: ChildProcess, form: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    let complained = '';
    child.stderr?.on('data', (chunk) => {
      complained += chunk;
    });
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      const found = form.exec(printed);
      if (found !== null) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`it exited with ${code}: ${complained}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
