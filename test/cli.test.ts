import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHIPPED = readdirSync(new URL('../scenarios', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
}).filter((name) => name.endsWith('.yaml'));

/** Runs the built command the way a shell does, from the root of the repository. */
function quorate(...args: string[]) {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['packages/cli/bin/quorate.js', ...args],
    { cwd: ROOT, encoding: 'utf8', env },
  );
  return { status, stdout, stderr };
}

function summaryOf(...args: string[]) {
  const { status, stdout } = quorate('run', '--json', ...args);
  return { status, ...JSON.parse(stdout) };
}

describe('quorate run', () => {
  it('passes every scenario that ships, with one line of verdict for each', () => {
    const { status, stdout, stderr } = quorate('run', 'scenarios');
    expect(stderr).toBe('');
    expect(stdout.match(/^(PASS|FAIL) /gm)).toEqual(SHIPPED.map(() => 'PASS '));
    expect(stdout.split('\n').at(-2)).toBe(`${SHIPPED.length} passed, 0 failed`);
    expect(status).toBe(0);
  });

  it('ends quietly when whoever reads its output has seen enough', () => {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-c', 'set -o pipefail; node packages/cli/bin/quorate.js run --verbose scenarios | head -1'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')).toHaveLength(2);
  });

  it('tells of the first payment who paid, who signed, and that all four agree', () => {
    const { stdout } = quorate('run', 'scenarios');
    const block = stdout.slice(stdout.search(/PASS +first-payment/)).split('\nPASS')[0];
    expect(block).toMatch(/alice pays bob 100 +signed by (v[1-4] ){2,3}v[1-4],/);
    expect(block).toMatch(/state [0-9a-f]{8} +equal on v1 v2 v3 v4/);
  });

  it('gives one trace for one seed, on either crypto backend, and another for another', () => {
    const file = 'scenarios/first-payment.yaml';
    const traceOf = (...args: string[]) => summaryOf(file, ...args).scenarios[0].traceHash;
    const trace = traceOf();
    expect(trace).toMatch(/^[0-9a-f]{64}$/);
    expect(traceOf('--crypto', 'noble')).toBe(trace);
    expect(traceOf('--crypto', 'sodium')).toBe(trace);
    expect(traceOf('--seed', '0x5eed')).not.toBe(trace);
  });

  it('finds every shipped scenario deterministic', () => {
    const { status, scenarios } = summaryOf('scenarios', '--check-determinism');
    expect(scenarios.map((scenario: { deterministic: boolean }) => scenario.deterministic)).toEqual(
      SHIPPED.map(() => true),
    );
    expect(status).toBe(0);
  });

  it('prints no colour where nobody sees it', () => {
    const { stdout } = quorate('run', 'scenarios');
    expect(stripVTControlCharacters(stdout)).toBe(stdout);
  });

  it('passes the scenario that the documentation shows', () => {
    const manual = readFileSync(new URL('../docs/scenarios.md', import.meta.url), 'utf8');
    const example = /```yaml\n(# Bob spends[^`]*)```/.exec(manual)?.[1] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'quorate-docs-'));
    try {
      writeFileSync(join(folder, 'example.yaml'), example);
      expect(summaryOf(folder)).toMatchObject({ status: 0, passed: 1, failed: 0, mistakes: [] });
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
    expect(quorate(...args).status).toBe(code);
  });
});
