import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';

/** The root of the repository: paths in arguments and output are relative to it. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the command lies, from the root; it runs what `npm run build` made. */
export const COMMAND = 'packages/cli/bin/quorate.js';

/** Runs the built command the way a shell does, from the root of the repository. */
export function quorate(...args: string[]) {
  return quorateOn(process.execPath, ...args);
}

/** Runs the built command on this Node.js. */
export function quorateOn(node: string, ...args: string[]) {
  return call(node, [COMMAND, ...args]);
}

/** Runs the built command as a user without the rights of root. */
export function callUnprivileged(...args: string[]) {
  const command = [COMMAND, ...args];
  if (process.getuid?.() !== 0) return call(process.execPath, command);
  const less = '--bounding-set=-dac_override,-dac_read_search,-fowner';
  return call('setpriv', [less, process.execPath, ...command]);
}

/**
 * Runs the built command and presses Ctrl-C, which reaches its processes as well, once the awaited
 * text is on standard error; gives the result.
 */
export async function interrupted(awaited: RegExp, ...args: string[]) {
  const command = spawn(process.execPath, [COMMAND, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own stands for the terminal.
    detached: true,
  });
  const heard = { stdout: '', stderr: '' };
  command.stdout.on('data', (bytes: Buffer) => {
    heard.stdout += bytes;
  });
  command.stderr.on('data', (bytes: Buffer) => {
    const isNew = !awaited.test(heard.stderr);
    heard.stderr += bytes;
    if (isNew && awaited.test(heard.stderr)) process.kill(-Number(command.pid), 'SIGINT');
  });
  const [status, signal] = await once(command, 'close');
  return { status, signal, ...heard };
}

function call(program: string, args: readonly string[]) {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

/** Waits until a process has a child, and gives its id. */
export function firstChild(parent: number | undefined): Promise<number> {
  const children = `/proc/${parent}/task/${parent}/children`;
  return vi.waitFor(
    () => {
      const [child = ''] = readFileSync(children, 'utf8').split(' ');
      expect(child).not.toBe('');
      return Number(child);
    },
    { timeout: 60_000 },
  );
}
