import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND, firstChild, interrupted, ROOT } from '../built-command.ts';
import { warmCommand } from '../warm-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { quorate, close } = warmCommand();
afterAll(close);

/** Makes a corpus in which every scenario fails. */
function failingCorpus(): string {
  const corpus = join(folder, 'corpus');
  mkdirSync(corpus);
  for (const scenario of ['first-payment', 'late-credit']) {
    const text = readFileSync(join(ROOT, 'scenarios', `${scenario}.yaml`), 'utf8');
    const wrong = text.replace(/^expect:[\s\S]*/m, 'expect: { balances: { alice: 1 } }\n');
    writeFileSync(join(corpus, `${scenario}.yaml`), wrong);
  }
  return corpus;
}

describe('quorate fuzz', () => {
  // `packages/cli/src/fuzz` compares what is found by one process and by several.
  it('turns a failure into a file that fails again, and tells GitHub of it', async () => {
    const page = join(folder, 'summary.md');
    writeFileSync(page, '');
    const junit = join(folder, 'junit.xml');
    const events = join(folder, 'events.ndjson');
    const artefacts = join(folder, 'kept');
    const files = ['--jobs', '1', '--junit', junit, '--events', events, '--artefacts', artefacts];
    const { stdout, status } = spawnSync(
      process.execPath,
      [COMMAND, 'fuzz', '--runs', '1', '--base-seed', '1', '--corpus', failingCorpus(), ...files],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page },
      },
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error title=expectation%3A balances\.\w+ at _ /m);
    const told = readFileSync(page, 'utf8');
    expect(told).toMatch(/<td>expectation: balances\.\w+ at _ /);
    expect(told).toMatch(/<\/h3>\n\n```mermaid\nsequenceDiagram\n.*\n```\n/s);
    expect(readFileSync(junit, 'utf8')).toMatch(/failures="2"/);
    const lines = readFileSync(events, 'utf8').trimEnd().split('\n');
    const said = lines.map((line) => JSON.parse(line));
    expect(new Set(said.map(({ t }) => t))).toEqual(
      new Set(['start', 'fuzz.start', 'fuzz.progress', 'finding', 'fuzz.end']),
    );
    expect(said.find(({ t }) => t === 'finding')).toMatchObject({
      confirmed: true,
      cause: expect.stringMatching(/^expectation: balances\.\w+ at _ /),
    });
    expect(said.at(-1)).toMatchObject({ t: 'fuzz.end', runs: 3 });
    const kept = readdirSync(artefacts, { recursive: true, encoding: 'utf8' });
    const file = join(artefacts, kept.find((path) => path.endsWith('scenario.yaml')) ?? '');
    expect((await quorate('run', file, '--artefacts', join(folder, 'twice'))).status).toBe(1);
    expect((await quorate('replay', join(file, '..'))).stdout).toContain('the same as recorded');
  });

  it('ends with a report when somebody presses Ctrl-C', async () => {
    const search = ['fuzz', '--time', '10 min', '--base-seed', '1', '--jobs', '1'];
    const ended = await interrupted(/^\d+ runs, /m, ...search);
    expect(ended).toMatchObject({ status: 130, signal: null });
    expect(ended.stdout).toMatch(
      /^STOP {2}fuzz {2}.*\n {2}ended +it was interrupted after \d+ of 600 s$/m,
    );
    expect(ended.stdout).toMatch(/\n\d+ passed, 0 failed\n$/);
  });
});

it('goes on when Ctrl-C ends a process of a search that is still coming up', async () => {
  const args = [COMMAND, 'fuzz', '--runs', '8', '--base-seed', '1', '--jobs', '1'];
  const command = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const heard: Buffer[] = [];
  command.stdout.on('data', (bytes: Buffer) => heard.push(bytes));
  const close = once(command, 'close');
  process.kill(await firstChild(command.pid), 'SIGINT');
  expect(await close).toEqual([0, null]);
  expect(Buffer.concat(heard).toString()).toMatch(/\n8 passed, 0 failed\n$/);
});

describe('quorate fuzz --mutants', () => {
  it('prints a row for each mutant and adds a line to the trend', async () => {
    const trend = join(folder, 'trend.ndjson');
    const hunted = [
      '--mutants',
      'nonce-unchecked',
      '--repeats',
      '1',
      '--runs',
      '50',
      '--jobs',
      '1',
    ];
    const { status, stdout } = await quorate(
      'fuzz',
      ...hunted,
      '--base-seed',
      '1',
      '--json',
      '--trend',
      trend,
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ killed: 1, total: 1 });
    expect(JSON.parse(readFileSync(trend, 'utf8'))).toMatchObject({ killed: 1, survivors: [] });
  });

  it('fails where a mutant survives and nobody says why', async () => {
    const hunted = ['--mutants', 'canary', '--repeats', '1', '--runs', '1', '--jobs', '1'];
    const { status, stdout } = await quorate('fuzz', ...hunted, '--base-seed', '1');
    expect(stdout).toMatch(/^survived canary \(1 run\): /m);
    expect(status).toBe(6);
  });
});
