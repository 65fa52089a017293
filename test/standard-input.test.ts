import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMAND, ROOT } from './built-command.ts';

const text = readFileSync(join(ROOT, 'scenarios/first-payment.yaml'), 'utf8');
const crooked = text.replace(/^(version: 1)\n(name: .*)$/m, '$2\n$1');

function piped(input: string, ...args: string[]) {
  const command = [COMMAND, ...args];
  return spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8', input });
}

it('formats what comes by standard input to standard output, and nothing else', () => {
  expect(crooked).not.toBe(text);
  expect(piped(crooked, 'scenario', 'fmt', '-')).toMatchObject({ status: 0, stdout: text });
  expect(piped(crooked, 'scenario', 'fmt', '--check', '-')).toMatchObject({
    status: 1,
    stdout: '-\n1 file not formatted, 0 unchanged\n',
  });
  expect(piped(crooked, 'scenario', 'fmt', 'scenarios', '-')).toMatchObject({
    status: 64,
    stdout: '',
    stderr:
      'error - is standard input, and stands alone\n(quorate scenario fmt --help shows how)\n',
  });
});

it('runs, checks and expands what comes by standard input', () => {
  expect(piped(text, 'run', '-').stdout).toMatch(/\n1 passed, 0 failed\n$/);
  expect(piped(text, 'scenario', 'expand', '-')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('name: first-payment'),
  });
  expect(piped('version: 2\n', 'scenario', 'lint', '-')).toMatchObject({
    status: 65,
    stdout: expect.stringContaining('-:1:10: version: expected 1'),
  });
});

it('waits for a slow writer to standard input, and reads it once', () => {
  // More than a pipe holds: the reader is ahead of the writer.
  const long = `${text}# ${'x'.repeat(4_000_000)}\n`;
  expect(piped(long, 'scenario', 'lint', '-')).toMatchObject({ status: 0, stderr: '' });
  expect(piped(text, 'run', '-', '-')).toMatchObject({
    status: 65,
    stderr: expect.stringContaining('-: standard input can be read once only'),
  });
});

it('replays and shrinks what comes by standard input', () => {
  expect(piped(text, 'replay', '-')).toMatchObject({ status: 0, stderr: '' });
  const failing = text.replace('certificates: 1', 'certificates: 9');
  expect(failing).not.toBe(text);
  expect(piped(failing, 'shrink', '-', '--attempts', '1')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('# expectation: certificates'),
    stderr: expect.stringMatching(/ in 1 attempt\n$/),
  });
});
