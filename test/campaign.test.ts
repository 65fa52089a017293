import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND, firstChild, interrupted, ROOT } from './built-command.ts';
import { failingIn } from './scenario-documents.ts';
import { warmCommand } from './warm-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-campaign-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CROSSING = 'scenarios/crossing-payments.yaml';
const BEYOND = 'scenarios/swarm/beyond-the-limit.yaml';

const { quorate, close } = warmCommand();
afterAll(close);

async function campaign(...args: string[]) {
  const events = join(folder, 'events.ndjson');
  const { status, stdout } = await quorate('run', ...args, '--json', '--events', events);
  const { campaigns, passed, failed } = JSON.parse(stdout);
  const ends = readFileSync(events, 'utf8').trimEnd().split('\n').slice(1);
  return { status, ends, campaigns: campaigns.map(withoutSpeed), passed, failed };
}

function withoutSpeed({ runsPerSecond: _, ...rest }: { readonly runsPerSecond: number }) {
  return rest;
}

describe('quorate run --seeds', () => {
  it('gives the same results with one process and with two, for every scenario', async () => {
    const files = [CROSSING, BEYOND, '--seeds', '0x1..4'];
    const alone = await campaign(...files, '--jobs', '1');
    expect(alone).toMatchObject({ status: 0, passed: 8, failed: 0 });
    expect(await campaign(...files, '--jobs', '2')).toEqual(alone);
  });

  it('says how the runs ended, what never occurred, and how far it has got', async () => {
    const { status, stdout, stderr } = await quorate('run', CROSSING, '--seeds', '1..20');
    expect(stdout).toMatch(/^PASS {2}crossing-payments {2}20 runs, seeds 0x1..0x14, 0 failed, /);
    expect(stdout).toMatch(/^ {2}verdicts +pass 20$/m);
    expect(stdout).toMatch(/^ {2}never +[^:]*crash-between-sign-and-answer/m);
    expect(stdout).toMatch(/\n20 passed, 0 failed\n$/);
    expect(stderr.split('\n').at(-2)).toMatch(/^crossing-payments {2}20\/20 seeds, 0 failed, /);
    expect(status).toBe(0);
  });

  it('keeps what shows each way to fail once, at its lowest seed', async () => {
    const file = failingIn(folder);
    const kept = ['--artefacts', join(folder, 'kept')];
    const { status, stdout } = await quorate(
      'run',
      file,
      '--seeds',
      '5..12',
      '--jobs',
      '1',
      ...kept,
    );
    expect(stdout).toMatch(
      /^ {2}failed +expectation balances\.alice in 8 runs, first with seed 0x5$/m,
    );
    expect(stdout).toMatch(
      /^FAIL balances\.alice at v1 v2 v3 v4: expected 1, got 900 {2}\[expectation\]$/m,
    );
    expect(stdout).toMatch(/\n0 passed, 8 failed\n$/);
    const [, artefacts = ''] = /^ {2}artefacts +(.*)$/m.exec(stdout) ?? [];
    expect(existsSync(join(artefacts, 'scenario.yaml'))).toBe(true);
    expect(status).toBe(1);
  });

  it('lets all runs of a campaign together reach the situations that its scenario requires', async () => {
    const file = join(folder, 'insists.yaml');
    const text = readFileSync(join(ROOT, CROSSING), 'utf8');
    const insisting = (situation: string) =>
      text.replace(/^expect:\n/m, `$&  sometimes: [${situation}]\n`);
    writeFileSync(file, insisting('evidence-kept'));
    const { status, stdout } = await quorate('run', file, '--seeds', '1..5', '--jobs', '1');
    expect(stdout).toMatch(/^FAIL sometimes\.evidence-kept expected at least once, got never /m);
    expect(status).toBe(1);
    writeFileSync(file, insisting('locked-then-certified'));
    expect((await quorate('run', file, '--seeds', '1..5', '--jobs', '1')).status).toBe(0);
  });

  it.each([
    ['of what passed', () => CROSSING, 130, '1'],
    ['of what failed', () => failingIn(folder), 1, '2'],
  ])('ends with a report %s when somebody presses Ctrl-C', async (_, fileOf, code, jobs) => {
    const kept = ['--artefacts', join(folder, 'kept')];
    const seeds = ['--seeds', '1..300', '--jobs', jobs];
    const ended = await interrupted(
      /^\S+ {2}\d+\/300 seeds, /m,
      'run',
      fileOf(),
      ...seeds,
      ...kept,
    );
    expect(ended).toMatchObject({ status: code, signal: null });
    expect(ended.stdout).toMatch(/^ {2}ended +it was interrupted after \d+ of 300 seeds$/m);
    expect(ended.stdout).toMatch(
      code === 130 ? /\n\d+ passed, 0 failed\n$/ : /\n0 passed, \d+ failed\n$/,
    );
  });

  it('exits with 75 when a process is lost', async () => {
    const args = [COMMAND, 'run', CROSSING, '--seeds', '1..1000000', '--jobs', '1'];
    const command = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const heard: Buffer[] = [];
    command.stderr.on('data', (bytes: Buffer) => heard.push(bytes));
    const exit = once(command, 'exit');
    process.kill(await firstChild(command.pid), 'SIGKILL');
    expect(await exit).toEqual([75, null]);
    expect(Buffer.concat(heard).toString()).toMatch(
      /^error .*crossing-payments.yaml, seed 0x[0-9a-f]+: the process that ran it was ended by SIGKILL$/m,
    );
  });
});
