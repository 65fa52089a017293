import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './built-command.ts';

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

const packed = JSON.parse(
  execFileSync('npm', ['pack', '--workspaces', '--dry-run', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  }),
) as readonly Packed[];

const folderOf = (name: string): string => join(ROOT, 'packages', name.replace('@quorate/', ''));

describe.each(packed.map(({ name, files }) => [name, files.map(({ path }) => path)] as const))(
  'the package %s',
  (name, files) => {
    it('comes with its licence', () => {
      expect(files).toContain('LICENSE');
      const licence = readFileSync(join(folderOf(name), 'LICENSE'), 'utf8');
      expect(licence).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
    });

    it('links in its README to what comes too', () => {
      if (!files.includes('README.md')) return;
      const text = readFileSync(join(folderOf(name), 'README.md'), 'utf8');
      const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, to = '']) => to);
      const near = links.filter((to) => !/^https?:/.test(to)).map((to) => normalize(to));
      expect(near.filter((to) => !files.includes(to))).toEqual([]);
    });

    it('comes with a map only if that leads to a text that comes too', () => {
      const lost = files
        .filter((path) => path.endsWith('.map'))
        .filter((path) => {
          const text = readFileSync(join(folderOf(name), path), 'utf8');
          const { sources, sourcesContent } = JSON.parse(text) as {
            readonly sources: readonly string[];
            readonly sourcesContent?: readonly unknown[];
          };
          const isPacked = (source: string): boolean =>
            files.includes(normalize(join(dirname(path), source)));
          return sourcesContent === undefined && !sources.every(isPacked);
        });
      expect(lost).toEqual([]);
    });
  },
);
