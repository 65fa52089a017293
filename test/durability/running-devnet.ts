import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command as it is built. */
const command = fileURLToPath(new URL('../../packages/cli/bin/quorate.js', import.meta.url));

/** What the tests ask of a devnet. */
export interface Served {
  /** Has the faucet pay Bob one least unit; tells whether it was acknowledged in time. */
  drip(): Promise<boolean>;
  /** What Bob holds, in least units. */
  balance(): Promise<bigint>;
}

/** The process of a devnet that runs on a data folder. */
export interface RunningDevnet extends Served {
  readonly child: ChildProcess;
  /** Everything on standard error so far. */
  complaints(): string;
  /** Stops it as Ctrl-C does. */
  stop(): Promise<void>;
}

/** Calls the command and waits for its end. */
export function call(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

/** Milliseconds in which a drip is acknowledged, unless it cannot be. */
const PATIENCE = 5000;

/** Starts a devnet; if a limit is given, none of its files may become larger than this many KiB. */
export async function startOn(dataDir: string, limitKib?: number): Promise<RunningDevnet> {
  const args = [command, 'devnet', '--port', '0', '--json', '--data-dir', dataDir];
  const limited = ['-c', `ulimit -S -f ${limitKib}; exec "$@"`, 'bash', process.execPath, ...args];
  const child = limitKib === undefined ? spawn(process.execPath, args) : spawn('bash', limited);
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { rest, accounts } = JSON.parse(line);
  const bob = accounts.find(({ name }: { readonly name: string }) => name === 'bob').address;
  return {
    child,
    ...servedAt(rest, bob),
    complaints: () => complaints,
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

/** Asks the devnet with this URL; Bob is the account with this address. */
export function servedAt(rest: string, bob: string): Served {
  return {
    async drip() {
      try {
        const { status } = await fetch(`${rest}/v1/faucet-drip`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ recipient: bob, amount: '1', token_id: null }),
          signal: AbortSignal.timeout(PATIENCE),
        });
        return status === 200;
      } catch {
        return false;
      }
    },
    async balance() {
      const answer = await fetch(`${rest}/v1/accounts/${bob}`);
      const { data } = (await answer.json()) as { readonly data: { readonly balance: string } };
      return BigInt(data.balance);
    },
  };
}
