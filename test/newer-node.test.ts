import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, quorate, quorateOn, ROOT } from './built-command.ts';
import { drawnHere, drawnOn, hashesOf, type RunHashes } from './drawn-clusters.ts';
import { fetchNode } from './other-node.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-newer-node-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a devnet on that Node.js, pays, and ends it; gives its output. */
async function payOnDevnet(node: string) {
  const devnet = spawn(node, [join(ROOT, COMMAND), 'devnet', '--port', '0', '--json'], {
    cwd: mkdtempSync(join(folder, 'devnet-')),
  });
  let complaints = '';
  devnet.stderr.on('data', (text: Buffer) => {
    complaints += text;
  });
  const [ready] = (await once(createInterface({ input: devnet.stdout }), 'line')) as [string];
  const { rest, accounts } = JSON.parse(ready);
  const to = accounts[1].address;
  const ask = (...args: string[]) => quorateOn(node, ...args, '--url', rest, '--json');
  const answers = [ask('faucet', to, '5'), ask('account', 'show', to)];
  devnet.kill('SIGTERM');
  const [status] = (await once(devnet, 'close')) as [number | null];
  return { status, complaints, answers };
}

const SEEDS = 5;

const COMMANDS = [
  ['--version'],
  ['run', 'scenarios/first-payment.yaml', '--json', '--workers', '2'],
];

let here: readonly RunHashes[] = [];
let said: readonly unknown[] = [];
beforeAll(() => {
  here = drawnHere(SEEDS);
  said = COMMANDS.map((args) => quorate(...args));
});

describe.each([24, 26])('on Node.js %d', (major) => {
  const node = fetchNode(major, folder);

  it('validators in threads give the same runs as here', ({ skip }) => {
    if (typeof node !== 'string') return skip(`there is none: ${node.message}`);
    expect(COMMANDS.map((args) => quorateOn(node, ...args))).toEqual(said);
  });

  it('what it has compiled is kept for the next start', ({ skip }) => {
    if (typeof node !== 'string') return skip(`there is none: ${node.message}`);
    const TMPDIR = mkdtempSync(join(folder, 'compiled-'));
    execFileSync(node, [join(ROOT, COMMAND), '--version'], { env: { TMPDIR } });
    expect(readdirSync(TMPDIR)).toEqual(['node-compile-cache']);
  });

  it(`${SEEDS} drawn clusters give the same runs as here`, ({ skip }) => {
    if (typeof node !== 'string') return skip(`there is none: ${node.message}`);
    const { version, ends } = drawnOn(node, folder, SEEDS);
    expect(version).toMatch(new RegExp(`^${major}\\.`));
    expect(ends.map(hashesOf)).toEqual(here);
  });

  it('a devnet starts, serves and ends without complaints', async ({ skip }) => {
    if (typeof node !== 'string') return skip(`there is none: ${node.message}`);
    const { status, complaints, answers } = await payOnDevnet(node);
    for (const answer of answers) expect(answer).toMatchObject({ status: 0, stderr: '' });
    expect(complaints).toBe('stopping; a second SIGTERM stops at once\nstopped\n');
    expect(status).toBe(0);
  });
});
