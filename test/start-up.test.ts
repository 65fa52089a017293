import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMAND, ROOT } from './built-command.ts';

/** Writes the address of every module that is loaded to the standard error. */
const HOOK = `
  import { writeSync } from 'node:fs';
  export function load(url, context, next) {
    writeSync(2, url + '\\n');
    return next(url, context);
  }`;

const dataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;

const REGISTER = dataUrl(
  `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(HOOK))});`,
);

/** Lists what a command line loads, by address, a line each. */
function loadedBy(...args: string[]): string {
  const all = ['--import', REGISTER, COMMAND, ...args];
  return spawnSync(process.execPath, all, { cwd: ROOT, encoding: 'utf8' }).stderr;
}

/** Lists our packages that a command line loads, apart from that of the command. */
function packagesLoadedBy(...args: string[]): readonly string[] {
  const loaded = loadedBy(...args);
  const names = [...loaded.matchAll(/\/packages\/(\w+)\/dist\//g)].map(([, name = '']) => name);
  expect(names).toContain('cli');
  return [...new Set(names)].filter((name) => name !== 'cli').toSorted();
}

describe('a command line', () => {
  it.each([
    ['the version', ['--version']],
    ['help', ['run', '--help']],
    ['a mistake', ['fuzz', '--changes', 'many']],
  ])('starts without any package of ours where all it prints is %s', (_, args) => {
    expect(packagesLoadedBy(...args)).toEqual([]);
  });

  it('starts a devnet without the simulator, and without YAML', () => {
    expect(packagesLoadedBy('devnet', '--validators', '0')).not.toContain('simulator');
    expect(loadedBy('devnet', '--validators', '0')).not.toContain('/node_modules/yaml/');
  });

  it('starts a run without the devnet, and without the compiler of the scenario schema', () => {
    const loaded = loadedBy('run', 'scenarios/first-payment.yaml');
    expect(loaded).toContain('/packages/simulator/dist/');
    expect(loaded).not.toContain('/packages/devnet/dist/');
    expect(loaded).not.toContain('/node_modules/ajv/dist/ajv');
  });
});
