import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { describe, expect, it } from 'vitest';

const FACE = new URL('../../packages/client/dist/index.js', import.meta.url);
const CLIENT_PAGE = new URL('../../docs/client.md', import.meta.url);

/** What the built file imports; types are not in it. */
function importsOf(file: URL): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const froms = text.matchAll(
    /^(?:import|export)\s[^;]*?\sfrom ['"]([^'"]+)['"];|^import ['"]([^'"]+)['"];/gm,
  );
  return [...froms].map(([, from, bare]) => from ?? bare ?? '');
}

/** Finds one of our built packages as its manifest says, and no others. */
function resolve(specifier: string, from: URL): URL | undefined {
  if (specifier.startsWith('.')) return new URL(specifier, from);
  const [, name, path = ''] = /^@quorate\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const folder = new URL(`../../packages/${name}/`, import.meta.url);
  const { exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  return new URL(exports[`.${path}`].default, folder);
}

function modulesBehind(...faces: readonly URL[]): Map<string, readonly string[]> {
  const seen = new Map<string, readonly string[]>();
  const waiting = [...faces];
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

const BUILTINS = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/** Names the modules of Node that built files need. */
function builtinsBehind(...faces: readonly URL[]): readonly string[] {
  return [...modulesBehind(...faces)].flatMap(([file, imports]) =>
    imports.filter((specifier) => BUILTINS.has(specifier)).map((name) => `${file}: ${name}`),
  );
}

/** What the snippets of a document import from our packages. */
function documentedImports(document: URL): readonly string[] {
  const snippets = readFileSync(document, 'utf8').matchAll(/^```ts\n(.*?)^```/gms);
  const froms = [...snippets].flatMap(([, code = '']) => [
    ...code.matchAll(/from '(@quorate\/[^']+)';/g),
  ]);
  return froms.map(([, from = '']) => from);
}

describe('@quorate/client', () => {
  it('needs no module of Node, so that browsers can load it', () => {
    const packages = [...modulesBehind(FACE).keys()].map(
      (file) => /packages\/(\w+)\/dist\//.exec(file)?.[1],
    );
    expect(new Set(packages)).toEqual(new Set(['client', 'core', 'crypto', 'protocol']));
    expect(builtinsBehind(FACE)).toEqual([]);
  });

  it('is documented with imports that browsers can load, except for those marked as Node’s', () => {
    const imports = documentedImports(CLIENT_PAGE);
    expect(imports).toContain('@quorate/crypto/portable');
    const forBrowsers = imports.filter((specifier) => !specifier.endsWith('/node'));
    expect(forBrowsers.length).toBeLessThan(imports.length);
    const faces = forBrowsers.map((specifier) => resolve(specifier, CLIENT_PAGE) as URL);
    expect(builtinsBehind(...faces)).toEqual([]);
  });
});
