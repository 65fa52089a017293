import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Names every package of the architecture. */
const packages = [
  'protocol',
  'crypto',
  'core',
  'storage',
  'transport',
  'network',
  'byzantine',
  'actors',
  'simulator',
  'client',
  'devnet',
  'cli',
  'testkit',
];

/** Lists what the guards consist of. */
const guards = ['package.json', 'biome.json', 'tsconfig.json', '.gitignore', 'test/architecture'];

/** Reports how a command ended and what it printed. */
export interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a command in a folder. */
export function run(folder: string, command: string, ...options: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(command, options, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: `${stdout}\n${stderr}` };
}

/** Writes a file below a folder, and the folders it lies in. */
export function plant(folder: string, file: string, source: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
}

function manifest(name: string): string {
  const exports = { '.': { 'quorate-source': './src/index.ts', default: './dist/index.js' } };
  return JSON.stringify({ name: `@quorate/${name}`, version: '0.1.0', type: 'module', exports });
}

function linkLibraries(folder: string): void {
  const libraries = join(repository, 'node_modules');
  mkdirSync(join(folder, 'node_modules/@quorate'), { recursive: true });
  for (const entry of readdirSync(libraries)) {
    if (entry !== '@quorate' && entry !== '.cache') {
      symlinkSync(join(libraries, entry), join(folder, 'node_modules', entry));
    }
  }
  for (const name of packages) {
    symlinkSync(join('../../packages', name), join(folder, 'node_modules/@quorate', name));
  }
}

/**
 * Creates a small tree of the same shape as the repository, with its guards and its libraries.
 * Every package exports one value and one type, named after it.
 *
 * The caller removes the folder.
 */
export function createFixtureTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-architecture-'));
  for (const guard of guards) {
    cpSync(join(repository, guard), join(folder, guard), { recursive: true });
  }
  for (const name of packages) {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    plant(folder, `packages/${name}/package.json`, manifest(name));
    plant(
      folder,
      `packages/${name}/src/index.ts`,
      `export const ${name} = 1;\nexport type ${type} = number;\n`,
    );
  }
  plant(folder, 'packages/core/src/step.ts', 'export const step = 1;\n');
  plant(folder, 'packages/core/src/fixture.test.ts', 'export const tested = 1;\n');
  plant(folder, 'packages/core/dist/step.js', 'export const step = 1;\n');
  plant(folder, 'packages/storage/src/fixture-laws.ts', 'export const laws = 1;\n');
  plant(folder, 'packages/crypto/test/helper.ts', 'export const helper = 1;\n');
  linkLibraries(folder);
  return folder;
}
