import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { COMMAND, ROOT } from '../built-command.ts';

/** What the command says about itself once it answers. */
export interface Ready {
  readonly rest: string;
  readonly validators: readonly { readonly name: string; readonly publicKey: string }[];
  readonly accounts: readonly {
    readonly name: string;
    readonly publicKey: string;
    readonly secretKey: string;
    readonly balance: string;
  }[];
}

/** A devnet that the command started, in a folder where other commands find it. */
export interface CommandedDevnet {
  readonly ready: Ready;
  /** Calls a command in that folder, and waits until it ends; throws if it fails. */
  quorate(...args: string[]): Promise<string>;
  /** Asks the admin interface. */
  admin<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  /**
   * Ends it, and waits until it has: a command that is killed leaves its validators to end by
   * themselves, and they write in the folder until they do.
   */
  stop(): Promise<void>;
}

/** Starts a devnet in a folder. */
export async function startCommanded(
  cwd: string,
  args: readonly string[],
): Promise<CommandedDevnet> {
  const child = launch(cwd, ['devnet', '--port', '0', '--json', ...args]);
  const line = once(createInterface({ input: child.stdout as never }), 'line') as Promise<[string]>;
  const [first] = await Promise.race([
    line,
    once(child, 'exit').then(() => Promise.reject(new Error('the devnet ended'))),
  ]);
  const ready = JSON.parse(first as string) as Ready;
  return {
    ready,
    quorate: (...rest) => call(cwd, rest),
    async admin<T>(method: 'GET' | 'POST', path: string, body: object = {}): Promise<T> {
      const response = await fetch(`${ready.rest}/_devnet/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return (await response.json()) as T;
    },
    async stop() {
      const gone = once(child, 'exit');
      if (child.kill('SIGINT')) await gone;
    },
  };
}

function launch(cwd: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(ROOT, COMMAND), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function call(cwd: string, args: readonly string[]): Promise<string> {
  const child = launch(cwd, args);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`quorate ${args.join(' ')} ended with ${code}`);
  return output;
}
