import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND, quorate, ROOT } from './built-command.ts';
import { failingIn } from './scenario-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

const REASON = 'larger than a file may be';

/**
 * Runs the built command with a limit on the size of files, which works like a disk that fills up.
 * Units: KiB.
 */
function confined(limit: number, ...args: readonly string[]) {
  const script = `ulimit -f ${limit}; exec "$@"`;
  const command = ['-c', script, 'bash', process.execPath, COMMAND, ...args];
  const { status, stdout, stderr } = spawnSync('bash', command, { cwd: ROOT, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Reads all files below a folder, by their paths there. */
function filesBelow(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

describe('a disk that fills up while the command writes', () => {
  it('leaves no part of a report, and still prints the results', () => {
    const junit = join(folder, 'junit.xml');
    const kept = ['--artefacts', join(folder, 'kept')];
    const { status, stdout, stderr } = confined(
      1,
      'run',
      failingIn(folder),
      '--junit',
      junit,
      ...kept,
    );
    expect([status, stderr.split('\n').at(-2)]).toEqual([
      1,
      `error --junit: ${junit} cannot be written: ${REASON}`,
    ]);
    expect(stdout).toMatch(/\n0 passed, 1 failed\n$/);
    expect(existsSync(junit)).toBe(false);
  });

  it('leaves no key file without a key in it', () => {
    const file = join(folder, 'new.key');
    const { status, stdout, stderr } = confined(0, 'account', 'new', '--key-file', file);
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toContain(
      `error ${file}: no key was made, since it cannot be kept here: ${REASON}; `,
    );
    expect(existsSync(file)).toBe(false);
    expect(quorate('account', 'new', '--key-file', file)).toMatchObject({ status: 0 });
  });

  it('leaves a scenario as it is if its canonical form does not fit', () => {
    const steps = '    steps: [{ op: pay, to: bob, amount: 1 }, { op: pay, to: bob, amount: 1 }]\n';
    const payments = Array.from(
      { length: 8 },
      (_, index) => `  - id: w${index}\n    client: alice\n${steps}`,
    );
    const nodes = 'cluster: { validators: 1, clients: { alice: { balance: 99 }, bob: {} } }\n';
    const text = `name: wide\nversion: 1\n${nodes}workload:\n${payments.join('')}`;
    const file = join(folder, 'wide.yaml');
    const small = join(folder, 'small.yaml');
    writeFileSync(file, text);
    writeFileSync(small, `name: small\nversion: 1\n${nodes}workload: []\n`);
    expect(confined(1, 'scenario', 'fmt', file, small)).toEqual({
      status: 75,
      stdout: `${small}\n1 file formatted, 1 unchanged\n`,
      stderr: `error ${file} cannot be written: ${REASON}\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(confined(8, 'scenario', 'fmt', file).status).toBe(0);
  });

  it('keeps nothing of a failure, or what it had kept before', () => {
    const root = join(folder, 'failures-of-it');
    const cut = confined(4, 'run', failingIn(folder), '--artefacts', root);
    expect(cut.status).toBe(1);
    expect(cut.stderr).toMatch(
      /^warning \S+ cannot be written \(.*\): the artefacts of this failure are not kept$/m,
    );
    expect(cut.stderr).toContain(REASON);
    expect(filesBelow(root)).toEqual({});
    expect(quorate('run', failingIn(folder), '--artefacts', root).status).toBe(1);
    const whole = filesBelow(root);
    expect(Object.keys(whole)).toHaveLength(6);
    expect(confined(4, 'run', failingIn(folder), '--artefacts', root).stderr).toBe(cut.stderr);
    expect(filesBelow(root)).toEqual(whole);
  });
});
