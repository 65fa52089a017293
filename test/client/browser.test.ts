import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { describe, expect, it } from 'vitest';

const FACE = new URL('../../packages/client/dist/index.js', import.meta.url);

/** What the built file imports, types apart: the compiler has taken those out. */
function importsOf(file: URL): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const froms = text.matchAll(
    /^(?:import|export)\s[^;]*?\sfrom ['"]([^'"]+)['"];|^import ['"]([^'"]+)['"];/gm,
  );
  return [...froms].map(([, from, bare]) => from ?? bare ?? '');
}

/** Finds a built package of ours as its manifest says, and leaves those of others alone. */
function resolve(specifier: string, from: URL): URL | undefined {
  if (specifier.startsWith('.')) return new URL(specifier, from);
  const [, name, path = ''] = /^@quorate\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const folder = new URL(`../../packages/${name}/`, import.meta.url);
  const { exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  return new URL(exports[`.${path}`].default, folder);
}

function modulesBehind(face: URL): Map<string, readonly string[]> {
  const seen = new Map<string, readonly string[]>();
  const waiting = [face];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file.href)) continue;
    const imports = importsOf(file);
    seen.set(file.href, imports);
    for (const specifier of imports) {
      const found = resolve(specifier, file);
      if (found !== undefined) waiting.push(found);
    }
  }
  return seen;
}

describe('@quorate/client', () => {
  it('needs no module of Node, so that browsers can load it', () => {
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    const modules = modulesBehind(FACE);
    const packages = [...modules.keys()].map((file) => /packages\/(\w+)\/dist\//.exec(file)?.[1]);
    expect(new Set(packages)).toEqual(new Set(['client', 'core', 'crypto', 'protocol']));
    const offenders = [...modules].flatMap(([file, imports]) =>
      imports.filter((specifier) => builtins.has(specifier)).map((name) => `${file}: ${name}`),
    );
    expect(offenders).toEqual([]);
  });
});
