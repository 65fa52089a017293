import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, callUnprivileged, quorate as quorateAnew, ROOT } from './built-command.ts';
import { type Answer, warmCommand } from './warm-command.ts';

const SHIPPED = readdirSync(new URL('../scenarios', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
}).filter((name) => name.endsWith('.yaml'));

const { quorate, close } = warmCommand();
afterAll(close);

async function summaryOf(...args: string[]) {
  const { status, stdout } = await quorate('run', '--json', ...args);
  return { status, ...JSON.parse(stdout) };
}

describe('quorate run', () => {
  /** Its output for all shipped scenarios. */
  let all: Answer;

  beforeAll(async () => {
    all = await quorate('run', 'scenarios');
  });

  it('passes every scenario that ships, with one line of verdict for each', () => {
    const { status, stdout, stderr } = all;
    expect(stderr).toBe('');
    expect(stdout.match(/^(PASS|FAIL) /gm)).toEqual(SHIPPED.map(() => 'PASS '));
    expect(stdout.split('\n').at(-2)).toBe(`${SHIPPED.length} passed, 0 failed`);
    expect(status).toBe(0);
  });

  it('says so when its output cannot be written', () => {
    const command = 'node packages/cli/bin/quorate.js run scenarios/first-payment.yaml > /dev/full';
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
    expect([status, stderr]).toEqual([75, 'error standard output: the disk is full\n']);
  });

  it.each([
    [{}, false],
    [{ CI: 'true' }, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('with %j colours what is no terminal: %j', (wish, isColored) => {
    const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...env } = process.env;
    const { stderr } = spawnSync(process.execPath, [COMMAND, 'no-such-command'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...env, ...wish },
    });
    const error = isColored ? '\u001b[31merror\u001b[39m' : 'error';
    // Newer releases of Node.js warn that they ignore one of two contradictory settings of colours.
    expect(stderr.split('\n')).toContain(`${error} unknown command 'no-such-command'`);
  });

  it('ends quietly when the reader of its output has seen enough', () => {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      [
        '-c',
        'set -o pipefail; node packages/cli/bin/quorate.js run --verbose scenarios/crashes | head -1',
      ],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')).toHaveLength(2);
  });

  it('reports who paid in the first payment, who signed, and that all four agree', () => {
    const { stdout } = all;
    const block = stdout.slice(stdout.search(/PASS +first-payment/)).split('\nPASS')[0];
    expect(block).toMatch(/alice pays bob 100 +signed by (v[1-4] ){2,3}v[1-4],/);
    expect(block).toMatch(/state [0-9a-f]{8} +equal on v1 v2 v3 v4/);
  });

  it('gives one trace for one seed, on either crypto backend, and another for another', async () => {
    const file = 'scenarios/first-payment.yaml';
    const traceOf = async (...args: string[]) =>
      (await summaryOf(file, ...args)).scenarios[0].traceHash;
    const trace = await traceOf();
    expect(trace).toMatch(/^[0-9a-f]{64}$/);
    expect(await traceOf('--ed25519', 'noble')).toBe(trace);
    expect(await traceOf('--ed25519', 'sodium')).toBe(trace);
    expect(await traceOf('--seed', '0x5eed')).not.toBe(trace);
  });

  // `determinism` runs all shipped scenarios twice.
  it('runs a folder of scenarios twice, and says that they are deterministic', async () => {
    const { status, scenarios } = await summaryOf('scenarios/crashes', '--check-determinism');
    expect(scenarios.map((scenario: { deterministic: boolean }) => scenario.deterministic)).toEqual(
      SHIPPED.filter((name) => name.startsWith('crashes/')).map(() => true),
    );
    expect(status).toBe(0);
  });

  it('prints no colour where there is no terminal', () => {
    const { stdout } = all;
    expect(stripVTControlCharacters(stdout)).toBe(stdout);
  });

  it('passes the scenario that the documentation shows', async () => {
    const manual = readFileSync(new URL('../docs/scenarios.md', import.meta.url), 'utf8');
    const example = /```yaml\n(# Bob spends[^`]*)```/.exec(manual)?.[1] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'quorate-docs-'));
    try {
      writeFileSync(join(folder, 'example.yaml'), example);
      expect(await summaryOf(folder)).toMatchObject({
        status: 0,
        passed: 1,
        failed: 0,
        mistakes: [],
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    [65, ['run', 'scenarios/no-such-file.yaml']],
    [64, ['run', '--no-such-option']],
    [64, []],
    [0, ['--help']],
  ])('exits with %d on %j', (code, args) => {
    expect(quorateAnew(...args).status).toBe(code);
  });
});

describe('quorate replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-failures-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The artefacts of a scenario with an expectation that cannot be met. */
  let kept = '';

  beforeAll(async () => {
    const file = join(folder, 'wrong.yaml');
    const text = readFileSync(new URL('../scenarios/first-payment.yaml', import.meta.url), 'utf8');
    writeFileSync(file, text.replace(/^expect:[\s\S]*/m, 'expect: { balances: { alice: 1 } }\n'));
    const { status, stdout } = await quorate('run', file, '--artefacts', join(folder, 'kept'));
    const [name = ''] = readdirSync(join(folder, 'kept/failures'));
    kept = join(folder, 'kept/failures', name);
    expect(stdout).toContain(`replay     npx quorate replay ${kept}\n`);
    expect(status).toBe(1);
  });

  it('repeats a failure from its artefacts, and its exit code', async () => {
    const { status, stdout } = await quorate('replay', kept);
    expect(stdout).toMatch(
      /^FAIL balances\.alice at v1 v2 v3 v4: expected 1, got 900 {2}\[expectation\]$/m,
    );
    expect(stdout).toMatch(/\nthe same as recorded, \d+ lines of trace compared\n$/);
    expect(status).toBe(1);
  });

  it('steps up to an event without waiting where there is no terminal', async () => {
    const { status, stdout } = await quorate('replay', kept, '--until', '12', '--step');
    expect(stdout).toMatch(/^ +\d+ +\d+\.\d{3} ms {2}p1 → v\d +/m);
    expect(stdout).toMatch(/^stopped after 12 events and /m);
    expect(status).toBe(0);
  });

  it('exits with 5 where the run is not the recorded one', async () => {
    const other = join(folder, 'other');
    cpSync(kept, other, { recursive: true });
    const trace = join(other, 'trace.ndjson');
    writeFileSync(trace, readFileSync(trace, 'utf8').replace('"to":"v3"', '"to":"v4"'));
    const { status, stdout } = await quorate('replay', other);
    expect(stdout).toMatch(/^DRIFT the run is not the recorded one from event \d+ on/m);
    expect(status).toBe(5);
  });
});

describe('quorate scenario lint', () => {
  it('names the unreadable folder, however far below the requested one it is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-unreadable-'));
    const locked = join(folder, 'deep', 'locked');
    mkdirSync(locked, { recursive: true });
    chmodSync(folder, 0o755);
    chmodSync(locked, 0o000);
    expect(callUnprivileged('scenario', 'lint', folder)).toEqual({
      status: 65,
      stdout: `error  ${locked}: cannot be read (not allowed)\n0 files, 1 mistake, 0 pieces of advice\n`,
      stderr: '',
    });
    chmodSync(locked, 0o755);
    rmSync(folder, { recursive: true });
  });
});

describe('quorate scenario fmt', () => {
  it('writes no file when one of them cannot be written, and says which', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-read-only-'));
    const [may, mayNot] = [join(folder, 'a.yaml'), join(folder, 'b.yaml')];
    for (const path of [may, mayNot]) writeFileSync(path, 'name: x\nversion: 1\n');
    chmodSync(mayNot, 0o444);
    expect(callUnprivileged('scenario', 'fmt', folder)).toEqual({
      status: 75,
      stdout: '',
      stderr: `error ${mayNot} cannot be written: not allowed\n`,
    });
    expect(readFileSync(may, 'utf8')).toBe('name: x\nversion: 1\n');
    // `--check`, or a file that is in form already, takes no right to write.
    expect(callUnprivileged('scenario', 'fmt', '--check', folder).status).toBe(1);
    writeFileSync(mayNot, 'version: 1\nname: x\n');
    expect(callUnprivileged('scenario', 'fmt', folder)).toMatchObject({
      status: 0,
      stdout: `${may}\n1 file formatted, 1 unchanged\n`,
    });
    rmSync(folder, { recursive: true });
  });
});
