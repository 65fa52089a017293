import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { COMMAND, ROOT } from '../built-command.ts';
import type { Funded } from './stores.ts';

/** What the command says about itself once it answers. */
export interface Ready {
  readonly rest: string;
  readonly proxyRpc: string;
  readonly paySend: string;
  readonly validators: readonly {
    readonly name: string;
    readonly address: string;
    readonly rpc: string;
  }[];
  readonly accounts: readonly (Funded & { readonly secretKey: string })[];
}

/** A devnet of real processes: the proxy runs in that of the command, each validator in its own. */
export interface Cluster {
  /** Gives where everything is, the same after every restart; waits while the command is down. */
  ready(): Promise<Ready>;
  /** Kills the command, whose validators end with it, and starts it anew on the same folder. */
  killCommand(): Promise<void>;
  /** Kills the process of a validator; false if it has none at present. */
  killValidator(name: string): Promise<boolean>;
  /** Counts the times that the command was killed. */
  commandKills(): number;
  /** Counts all processes that were killed. */
  kills(): number;
  /** Ends everything in order. */
  stop(): Promise<void>;
  /** Ends everything at once, in whatever state it is, and starts nothing more. */
  abandon(): void;
}

/**
 * How often a command is started again because validators of the one before still hold its ports or
 * files.
 */
const STARTS_MAX = 50;

/** Starts a devnet of processes on a folder, on ports that are free. */
export async function startCluster(dataDir: string, accounts: number): Promise<Cluster> {
  const port = await freePorts();
  const args = ['devnet', '--processes', '--json', '--log-level', 'warn'];
  const place = ['--port', `${port}`, '--data-dir', dataDir, '--accounts', `${accounts}`];
  let child: ChildProcess | undefined;
  let isAbandoned = false;
  let ready = launch();
  let commandKills = 0;
  let kills = 0;

  async function launch(): Promise<Ready> {
    for (let start = 1; ; start += 1) {
      if (isAbandoned) throw new Error('the devnet was abandoned');
      const born = spawn(process.execPath, [join(ROOT, COMMAND), ...args, ...place], {
        cwd: dataDir,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = born;
      let complaint = '';
      born.stderr.on('data', (text: Buffer) => {
        complaint = `${complaint}${text}`.slice(-4000);
      });
      const line = once(createInterface({ input: born.stdout }), 'line') as Promise<[string]>;
      const exit = once(born, 'exit');
      const first = await Promise.race([line, exit.then(() => undefined)]);
      if (first !== undefined) return JSON.parse(first[0]) as Ready;
      const isEarly = /the port is taken|is in use/.test(complaint);
      if (!isEarly || start === STARTS_MAX) throw new Error(`the devnet ended: ${complaint}`);
    }
  }

  return {
    // Load asks before each request, and so ends here.
    ready: () => (isAbandoned ? Promise.reject(new Error('the devnet was abandoned')) : ready),
    commandKills: () => commandKills,
    kills: () => kills,
    async killCommand() {
      await ready;
      const gone = once(child as ChildProcess, 'exit');
      child?.kill('SIGKILL');
      ready = gone.then(launch);
      commandKills += 1;
      kills += 1;
      await ready;
    },
    async killValidator(name) {
      const { rest } = await ready;
      const answer = await fetch(`${rest}/_devnet/v1/validators`);
      const validators = (await answer.json()) as readonly ValidatorStatus[];
      const pid = validators.find((each) => each.name === name)?.pid ?? null;
      if (pid === null) return false;
      if (!kill(pid)) return false;
      kills += 1;
      return true;
    },
    abandon() {
      isAbandoned = true;
      child?.kill('SIGKILL');
    },
    async stop() {
      await ready;
      const gone = once(child as ChildProcess, 'exit');
      child?.kill('SIGTERM');
      await gone;
    },
  };
}

/** False if the process ended a moment ago, and its parent has not heard of that yet. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw failure;
  }
}

interface ValidatorStatus {
  readonly name: string;
  readonly pid: number | null;
}

/** Finds a first port with which everything that the layout wants is free. */
async function freePorts(): Promise<number> {
  for (;;) {
    // `fetch` refuses port 10080, and a few others below it.
    const first = 10_100 + Math.floor(Math.random() * 19_900);
    const wanted = [0, 10, 20, 21, 22, 23].map((offset) => first + offset);
    const free = await Promise.all(wanted.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve(true)));
  });
}
