import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { findUnnamed, type Published } from './unnamed.ts';

const PACKAGES = ['client', 'devnet', 'simulator'];

/** Gives what a package publishes: the types of each entry point. */
function published(name: string): Published {
  const root = fileURLToPath(new URL(`../../packages/${name}/`, import.meta.url));
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const ways: readonly { readonly types?: string }[] = Object.values(exports);
  const entries = ways.flatMap(({ types }) => (types === undefined ? [] : [`${root}${types}`]));
  return { folder: `${root}dist/`, entries };
}

/** Gives what npm installs with a package, or asks its user to install. */
function installedWith(root: string): readonly string[] {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(
    readFileSync(`${root}package.json`, 'utf8'),
  );
  return Object.keys({ ...dependencies, ...peerDependencies });
}

/** Gives the package that a module belongs to: `@a/b` for `@a/b/c`. */
function packageOf(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

describe('types of what is published', () => {
  let program: ts.Program;
  beforeAll(() => {
    const entries = PACKAGES.flatMap((name) => published(name).entries);
    const module = ts.ModuleKind.NodeNext;
    program = ts.createProgram(entries, { module, skipLibCheck: true, noEmit: true });
  });

  it.each(PACKAGES)('can be named by callers of %s', (name) => {
    expect(findUnnamed(program, published(name))).toEqual([]);
  });

  it('name no package that does not come along', () => {
    const strangers = program.getSourceFiles().flatMap(({ fileName, text }) => {
      const [, root] = /^(.*\/packages\/[^/]+\/)dist\//.exec(fileName) ?? [];
      if (root === undefined) return [];
      const installed = installedWith(root);
      return ts
        .preProcessFile(text)
        .importedFiles.map((each) => each.fileName)
        .filter((name) => !/^(?:\.|node:)/.test(name) && !installed.includes(packageOf(name)))
        .map((name) => `${fileName.slice(root.length)}: ${name}`);
    });
    expect(strangers).toEqual([]);
  });

  it('need no types of Node.js, except for those of a devnet', () => {
    const isAbove = ({ fileName }: ts.SourceFile) => /\/packages\/(?!devnet\/)/.test(fileName);
    const files = program.getSourceFiles().filter(isAbove);
    expect(files.length).toBeGreaterThan(100);
    const needy = files.filter(({ text }) =>
      ts.preProcessFile(text).importedFiles.some((each) => each.fileName.startsWith('node:')),
    );
    expect(needy.map(({ fileName }) => fileName)).toEqual([]);
  });
});

describe('types of the store on disk', () => {
  it('pass a compiler that checks the declarations of packages, which those of lmdb do not', () => {
    const entries = published('storage').entries.filter((path) => path.includes('lmdb'));
    const module = ts.ModuleKind.NodeNext;
    const program = ts.createProgram(entries, { module, noLib: true, types: [], noEmit: true });
    const files = program.getSourceFiles().map(({ fileName }) => fileName);
    expect(files).toContainEqual(expect.stringMatching(/storage\/dist\/lmdb\/engine\.d\.ts$/));
    expect(files.filter((path) => path.includes('node_modules/lmdb/'))).toEqual([]);
  });
});

describe('a search for types without a name', () => {
  const folder = '/published/';
  const entry = `${folder}index.d.ts`;
  const inner = `${folder}inner.d.ts`;

  function findIn(index: string, rest: string): readonly string[] {
    const texts = new Map([
      [entry, index],
      [inner, rest],
    ]);
    const host = ts.createCompilerHost({});
    host.fileExists = (path) => texts.has(path);
    host.directoryExists = () => true;
    host.readFile = (path) => texts.get(path);
    host.getSourceFile = (path, options) => {
      const text = texts.get(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, options);
    };
    const module = ts.ModuleKind.NodeNext;
    const program = ts.createProgram([entry], { module, noLib: true, noEmit: true }, host);
    return findUnnamed(program, { folder, entries: [entry] });
  }

  const TYPES = `
    export interface Options { readonly log: Log }
    export interface Log { readonly level: Level }
    export type Level = 1 | 2;
    export declare function start(options: Options): void;
    export declare class Fault { constructor(level: Level); private log: Log }`;

  it.each([
    ["export { start } from './inner.js';", ['start: Options', 'Options: Log']],
    ["export { start, type Options } from './inner.js';", ['Options: Log']],
    ["export { start, type Options, type Log } from './inner.js';", []],
    ["export { Fault } from './inner.js';", ['Fault: Level']],
    ["export { Fault, type Level } from './inner.js';", []],
    ["export { type Options } from './inner.js';", []],
  ])('in %s finds %j', (index, found) => {
    expect(findIn(index, TYPES)).toEqual(found);
  });
});
