import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// For the package in whose folder it runs: each entry point that its `exports` and `imports` name becomes one
// file, since a program of six hundred small ones takes much longer to start. Tests import `exports` from the
// sources; of `imports`, which start threads and processes, they take what was built.

const {
  exports = {},
  imports = {},
  dependencies = {},
  peerDependencies = {},
} = JSON.parse(readFileSync('package.json', 'utf8'));
const waysIn = [...Object.values(exports), ...Object.values(imports)].filter(
  (way) => typeof way === 'object',
);

const installed = Object.keys({ ...dependencies, ...peerDependencies });

/** Gives the name of a file in `dist`, as the bundler wants it. */
const nameOf = (file) => file.replace(/^\.\/dist\/|\.js$/g, '');

/** A text of ASCII alone takes a byte a character, and half the time to read: one "…" costs every start that. */
const asciiOnly = {
  name: 'ascii-only',
  // Not `renderChunk`: what that gives is parsed and printed once more, without the escapes.
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Whoever is given a package is given the licence, which npm takes from the folder of the package alone. */
const licence = {
  name: 'licence',
  buildStart: () => copyFileSync(join(import.meta.dirname, '../LICENSE'), 'LICENSE'),
};

export default {
  plugins: [asciiOnly, licence],
  input: Object.fromEntries(
    waysIn.map((way) => [nameOf(way.default), way['quorate-source'] ?? way.source]),
  ),
  // A dependency stays outside: it exists once for all that use it. What a package needs only to be built becomes
  // part of it.
  external: [/^node:/, ...installed.map((name) => new RegExp(`^${name}(/|$)`))],
  platform: 'node',
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  },
};
