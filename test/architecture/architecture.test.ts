import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixtureTree, type Outcome, plant, repository, run } from './fixture-tree.ts';
import {
  companions,
  importViolations,
  lintViolations,
  pureGlobals,
  timelessGlobals,
} from './violations.ts';

const PURE = ['protocol', 'core'];
const BELOW_DEVNET = [
  ...PURE,
  'crypto',
  'storage',
  'transport',
  'network',
  'byzantine',
  'actors',
  'simulator',
];
// Four runs of the tools. A slow machine took 59 s for them.
const RUN_MILLISECONDS_MAX = 300_000;

const deniedGlobals = BELOW_DEVNET.flatMap((name) =>
  [...timelessGlobals, ...(PURE.includes(name) ? pureGlobals : [])].map(({ global, advice }) => ({
    global,
    advice,
    file: `packages/${name}/src/planted-${global.toLowerCase()}.ts`,
  })),
);

function checkImports(folder: string): Outcome {
  return run(folder, 'npm', 'run', '--silent', 'architecture');
}

function lint(folder: string): Outcome {
  const biome = join(repository, 'node_modules/.bin/biome');
  return run(folder, biome, 'lint', '--max-diagnostics=none', '--colors=off', 'packages');
}

/** Splits what a tool printed at the lines that begin a finding, each on one line of its own. */
function findings(output: string, begin: RegExp): readonly string[] {
  return output.split(begin).map((finding) => finding.replaceAll(/\s+/g, ' '));
}

const importFindings = (output: string) => findings(output, /^ {2}(?=error )/m);
const lintFindings = (output: string) => findings(output, /^(?=\S+:\d+:\d+ )/m);

describe('the guards', () => {
  let folder: string;
  let cleanImports: Outcome;
  let cleanLint: Outcome;
  let imports: readonly string[];
  let lints: readonly string[];

  beforeAll(() => {
    folder = createFixtureTree();
    cleanImports = checkImports(folder);
    cleanLint = lint(folder);
    for (const { file, source } of [...importViolations, ...lintViolations, ...companions]) {
      plant(folder, file, source);
    }
    for (const { file, global } of deniedGlobals) {
      plant(folder, file, `export const planted = () => ${global};\n`);
    }
    imports = importFindings(checkImports(folder).output);
    lints = lintFindings(lint(folder).output);
  }, RUN_MILLISECONDS_MAX);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('accept a tree without violations', () => {
    expect(cleanImports).toEqual({
      status: 0,
      output: expect.stringContaining('no dependency violations found'),
    });
    expect(cleanLint).toEqual({ status: 0, output: expect.stringContaining('Checked') });
  });

  it.each(importViolations)('refuse $file by $rule and say what to do', (violation) => {
    const { rule, file, advice } = violation;
    const found = imports.filter((finding) => finding.startsWith(`error ${rule}: ${file} `));
    expect(found).toContainEqual(expect.stringContaining(advice));
  });

  it.each(lintViolations)('refuse $file by $rule and say what to do', (violation) => {
    const { rule, file, advice } = violation;
    const found = lints.filter((finding) => finding.startsWith(`${file}:`));
    expect(found.filter((finding) => finding.includes(rule))).toContainEqual(
      expect.stringContaining(advice),
    );
  });

  it.each(deniedGlobals)('refuse $global in $file and say what to do', (denied) => {
    const { global, advice, file } = denied;
    const found = lints.filter((finding) => finding.startsWith(`${file}:`));
    expect(found.filter((finding) => finding.includes(`global variable ${global}.`))).toEqual([
      expect.stringContaining(advice),
    ]);
  });

  it('have a planted violation for every rule', () => {
    const rules: unknown = createRequire(import.meta.url)('./rules.cjs');
    const names = (rules as { forbidden: readonly { name: string }[] }).forbidden.map(
      ({ name }) => name,
    );
    const planted = new Set(importViolations.map(({ rule }) => rule));
    expect(names.filter((name) => !planted.has(name))).toEqual([]);
  });

  it('have a planted violation for every plugin', () => {
    const plugins = readdirSync(join(repository, 'test/architecture'))
      .filter((file) => file.endsWith('.grit'))
      .map((file) => file.replace('.grit', ''));
    const planted = new Set(lintViolations.map(({ rule }) => rule));
    expect(plugins.filter((plugin) => !planted.has(plugin))).toEqual([]);
  });
});
