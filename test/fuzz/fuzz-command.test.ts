import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND, interrupted, quorate, ROOT } from '../built-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes a corpus of which every scenario expects what does not come true. */
function failingCorpus(name: string): string {
  const corpus = join(folder, `corpus-${name}`);
  mkdirSync(corpus);
  for (const scenario of ['first-payment', 'late-credit']) {
    const text = readFileSync(join(ROOT, 'scenarios', `${scenario}.yaml`), 'utf8');
    const wrong = text.replace(/^expect:[\s\S]*/m, 'expect: { balances: { alice: 1 } }\n');
    writeFileSync(join(corpus, `${scenario}.yaml`), wrong);
  }
  return corpus;
}

/** Runs the command and gives what does not depend on how fast the machine is. */
function fuzz(name: string, ...args: string[]) {
  const corpus = failingCorpus(name);
  const artefacts = join(folder, `kept-${name}`);
  const where = ['--corpus', corpus, '--artefacts', artefacts, '--json'];
  const { status, stdout } = quorate('fuzz', '--base-seed', '7', ...args, ...where);
  const { seconds: _, runsPerSecond: __, ...summary } = JSON.parse(stdout.replaceAll(name, 'jobs'));
  const kept = filesOf(artefacts).map(([path, text]) => [path, text.replaceAll(name, 'jobs')]);
  return { status, summary, kept, corpus: filesOf(corpus) };
}

function filesOf(root: string): readonly (readonly [string, string])[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.\w+$/.test(path))
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
}

describe('quorate fuzz', () => {
  it('finds, shrinks and keeps the same with one process and with two', () => {
    const one = fuzz('jobs-1', '--runs', '20', '--jobs', '1');
    expect(fuzz('jobs-2', '--runs', '20', '--jobs', '2')).toEqual(one);
    expect(one.status).toBe(1);
    expect(one.summary).toMatchObject({ runs: 22, failed: 2, passed: false });
    const [finding] = one.summary.findings;
    expect(finding).toMatchObject({
      confirmed: true,
      cause: expect.stringMatching(/^expectation: balances\.\w+ at _ /),
    });
    expect(one.kept.map(([path]) => path)).toContainEqual(expect.stringMatching(/scenario\.yaml$/));
  }, 300_000);

  it('makes of a failure a file that fails again, by the command that it prints', () => {
    const { kept } = fuzz('again', '--runs', '1');
    const path = kept.map(([name = '']) => name).find((name) => name.endsWith('scenario.yaml'));
    const file = join(folder, 'kept-again', path ?? '');
    expect(quorate('run', file, '--artefacts', join(folder, 'twice')).status).toBe(1);
    expect(quorate('replay', join(file, '..')).stdout).toContain('the same as recorded');
  });

  it('tells GitHub of failures, in annotations and on the page of the run', () => {
    const page = join(folder, 'summary.md');
    writeFileSync(page, '');
    const corpus = failingCorpus('github');
    const junit = join(folder, 'junit.xml');
    const events = join(folder, 'events.ndjson');
    const files = [
      '--junit',
      junit,
      '--events',
      events,
      '--artefacts',
      join(folder, 'kept-github'),
    ];
    const { stdout, status } = spawnSync(
      process.execPath,
      [COMMAND, 'fuzz', '--runs', '1', '--base-seed', '1', '--corpus', corpus, ...files],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page },
      },
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error title=expectation%3A balances\.\w+ at _ /m);
    expect(readFileSync(page, 'utf8')).toMatch(/<td>expectation: balances\.\w+ at _ /);
    expect(readFileSync(junit, 'utf8')).toMatch(/failures="2"/);
    const lines = readFileSync(events, 'utf8').trimEnd().split('\n');
    const kinds = lines.map((line) => JSON.parse(line).t);
    expect(new Set(kinds)).toEqual(
      new Set(['start', 'fuzz.start', 'fuzz.progress', 'finding', 'fuzz.end']),
    );
  });

  it('ends with a report when somebody presses Ctrl-C', async () => {
    const search = ['fuzz', '--time', '10 min', '--base-seed', '1', '--jobs', '2'];
    const ended = await interrupted(/^\d+ runs, /m, ...search);
    expect(ended).toMatchObject({ status: 0, signal: null });
    expect(ended.stdout).toMatch(/^ {2}ended +it was interrupted$/m);
    expect(ended.stdout).toMatch(/\n\d+ passed, 0 failed\n$/);
  });

  it.each([
    ['an unknown strategy', ['--strategy', 'luck']],
    ['a time without a unit', ['--time', '60']],
    ['seeds and runs', ['--seeds', '1..5', '--runs', '5']],
    ['an unknown mutant', ['--mutants', 'no-such-mutant']],
    ['changes of committee that are none', ['--changes', 'many']],
    ['a base seed that is none', ['--base-seed', 'luck']],
    ['hunts for each mutant where none is hunted', ['--runs', '1', '--repeats', '7']],
    ['a trend of no scoreboard', ['--runs', '1', '--trend', join(folder, 'none')]],
    ['a time to shrink where only runs count', ['--runs', '1', '--shrink-time', '1s']],
    ['a report of what hunts do not find', ['--mutants', 'canary', '--junit', join(folder, 'j')]],
    ['a hunt with more liars than any mutant needs', ['--mutants', '--profile', 'beyond']],
  ])('refuses %s', (_, args) => {
    const { status, stderr } = quorate('fuzz', ...args);
    expect(status).toBe(64);
    expect(stderr).toMatch(/^error: /);
  });

  it('refuses a report that cannot be written', () => {
    const { status, stderr } = quorate('fuzz', '--runs', '1', '--junit', '/dev/null/report.xml');
    expect(status).toBe(75);
    expect(stderr).toMatch(/^error: --junit: \S+ cannot be written: /);
  });
});

describe('quorate fuzz --mutants', () => {
  it('prints a row for each mutant and adds a line to the trend', () => {
    const trend = join(folder, 'trend.ndjson');
    const hunted = ['--mutants', 'nonce-unchecked', '--repeats', '1', '--runs', '50'];
    const { status, stdout } = quorate(
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

  it('fails where a mutant survives and nobody says why', () => {
    const hunted = ['--mutants', 'canary', '--repeats', '1', '--runs', '1', '--base-seed', '1'];
    const { status, stdout } = quorate('fuzz', ...hunted);
    expect(stdout).toMatch(/^survived canary \(1 runs\): /m);
    expect(status).toBe(6);
  });
});
