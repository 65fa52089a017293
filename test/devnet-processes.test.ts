import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { COMMAND, firstChild, ROOT } from './built-command.ts';

const cwd = mkdtempSync(join(tmpdir(), 'quorate-processes-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const PATIENCE = { timeout: 60_000 };

/** Asks until nobody listens there any more. */
async function untilGone(url: string): Promise<void> {
  await vi.waitFor(() => expect(fetch(url)).rejects.toBeInstanceOf(TypeError), PATIENCE);
}

/** Looks until nothing temporary is left there. */
async function untilEmpty(folder: string): Promise<void> {
  const temporary = () => readdirSync(folder).filter((name) => name.startsWith('quorate-'));
  await vi.waitFor(() => expect(temporary()).toEqual([]), PATIENCE);
}

describe('quorate devnet --processes', () => {
  it('stops without a complaint when Ctrl-C ends validators that are still coming up', async () => {
    const args = ['devnet', '--port', '0', '--json', '--ephemeral', '--processes'];
    const env = { ...process.env, TMPDIR: cwd };
    // A group of its own stands for the terminal.
    const options = { cwd, env, detached: true };
    const child = spawn(process.execPath, [join(ROOT, COMMAND), ...args], options);
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      said += bytes;
    });
    const close = once(child, 'close');
    await firstChild(child.pid);
    process.kill(-Number(child.pid), 'SIGINT');
    expect(await close).toEqual([0, null]);
    expect(said).toBe('stopping; press Ctrl-C again to stop at once\nstopped\n');
    await untilEmpty(cwd);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no validator behind on %s', async (signal) => {
    const args = ['devnet', '--port', '0', '--json', '--ephemeral', '--processes'];
    const env = { ...process.env, TMPDIR: cwd };
    const child = spawn(process.execPath, [join(ROOT, COMMAND), ...args], { cwd, env });
    const lines = createInterface({ input: child.stdout });
    const [line] = (await once(lines, 'line')) as [string];
    const { validators, rest } = JSON.parse(line) as {
      validators: readonly { readonly rpc: string }[];
      rest: string;
    };
    expect(validators).toHaveLength(4);
    const ready = await fetch(`${rest}/readyz`);
    expect(ready.status).toBe(200);
    const exit = once(child, 'exit');
    child.kill(signal);
    await Promise.all([exit, ...validators.map(({ rpc }) => untilGone(rpc))]);
    await untilEmpty(cwd);
  });
});
