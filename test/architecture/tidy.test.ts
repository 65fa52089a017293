import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './fixture-tree.ts';
import { FILE_LINES_MAX, findUntidy } from './tidy.ts';

const FOLDERS = ['packages', 'test', 'scenarios', 'docs', '.ci'];
const TEXT = /[.](?:ts|js|cjs|mjs|json|ya?ml|md|grit|sh)$|^[.]ci[/]run$/;
const FOREIGN = /(?:^|\/)(?:node_modules|dist|[.]turbo)\//;
const TOP_LEVEL = [
  'ARCHITECTURE.md',
  'LICENSE',
  'README.md',
  'biome.json',
  'docs',
  'package-lock.json',
  'package.json',
  'packages',
  'scenarios',
  'test',
  'tsconfig.json',
  'turbo.json',
  'vitest.config.ts',
];
/** Made by tools and ignored by git. */
const GENERATED = ['node_modules', 'reports', 'coverage'];

function textFiles(): readonly string[] {
  const top = readdirSync(repository).filter((name) => statSync(join(repository, name)).isFile());
  const below = FOLDERS.filter((folder) => existsSync(join(repository, folder))).flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  );
  return [...top, ...below].filter((file) => TEXT.test(file) && !FOREIGN.test(file));
}

const samples = [
  ['focused-or-skipped', 'packages/core/src/a.test.ts', `it.${'only'}('runs', () => {});`],
  ['focused-or-skipped', 'test/a.test.ts', `describe.${'skip'}('sleeps', () => {});`],
  ['weak-truth', 'packages/core/src/a.test.ts', `expect(1).${'toBeTruthy'}();`],
  ['weak-truth', 'packages/core/src/a-laws.ts', `expect(1).${'toBeDefined'}();`],
  ['bare-throw', 'test/a.test.ts', `expect(act).${'toThrow'}();`],
  ['real-time-in-tests', 'test/a.test.ts', `${'setTimeout'}(act, 10);`],
  ['unfinished', 'packages/core/src/a.ts', `// ${'TO'}DO: check the nonce.`],
  ['silenced-compiler', 'packages/core/src/a.ts', `// @ts-${'ignore'}`],
  ['silenced-linter', 'packages/core/src/a.ts', `// ${'biome'}-ignore lint: because`],
  ['outside-folder', 'packages/core/src/a.ts', `read('../${'shared'}/spec');`],
  ['long-file', 'packages/core/src/a.ts', 'act();\n'.repeat(FILE_LINES_MAX + 1)],
] as const;

describe('findUntidy', () => {
  it.each(samples)('finds %s in %s and says what to do', (rule, file, text) => {
    expect(findUntidy(file, text)).toEqual([
      expect.stringMatching(new RegExp(`^${file}:\\d+ ${rule}: [A-Z].{20,}[.]$`)),
    ]);
  });

  it('accepts a file of the greatest length', () => {
    expect(findUntidy('packages/core/src/a.ts', 'act();\n'.repeat(FILE_LINES_MAX))).toEqual([]);
  });

  it('accepts a throw with its code, and the folder named in .ci/run', () => {
    expect(findUntidy('test/a.test.ts', `expect(act).toThrow('Closed');`)).toEqual([]);
    expect(findUntidy('.ci/run', `cd ../${'shared'}`)).toEqual([]);
  });
});

describe('this repository', () => {
  it('is tidy', () => {
    const files = textFiles();
    expect(files).toEqual(expect.arrayContaining(['biome.json', 'test/architecture/tidy.ts']));
    const found = files.flatMap((file) =>
      findUntidy(file, readFileSync(join(repository, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('has nothing at its top but what belongs there', () => {
    const seen = readdirSync(repository).filter((name) => !name.startsWith('.'));
    expect(seen.filter((name) => ![...TOP_LEVEL, ...GENERATED].includes(name))).toEqual([]);
  });
});
