/**
 * The picture of ARCHITECTURE.md as rules for dependency-cruiser. A rule's comment says what to do
 * instead of the import it refuses; `npm run architecture` prints it with each violation.
 */

/** What each package may import of ours, low to high. */
const mayImport = {
  protocol: [],
  crypto: ['protocol'],
  core: ['protocol', 'crypto'],
  storage: ['protocol'],
  transport: ['protocol'],
  network: ['protocol', 'crypto', 'core', 'transport'],
  byzantine: ['protocol', 'crypto', 'core', 'transport'],
  actors: ['protocol', 'crypto', 'core', 'storage', 'transport'],
  simulator: [
    'protocol',
    'crypto',
    'core',
    'storage',
    'transport',
    'network',
    'byzantine',
    'actors',
  ],
  fuzzer: ['protocol', 'crypto', 'core', 'network', 'simulator'],
  mutants: ['protocol', 'crypto', 'core'],
  client: ['protocol', 'crypto', 'core', 'storage', 'transport', 'actors'],
  devnet: [
    'protocol',
    'crypto',
    'core',
    'storage',
    'transport',
    'network',
    'byzantine',
    'actors',
    'client',
  ],
  cli: [
    'protocol',
    'crypto',
    'core',
    'storage',
    'transport',
    'network',
    'actors',
    'simulator',
    'fuzzer',
    'devnet',
    'client',
  ],
  testkit: ['protocol', 'crypto', 'core'],
};

/** What the pure packages may import of npm. */
const pureLibraries = {
  // Two libraries for one hash: pages that allow no WebAssembly cannot load `hash-wasm`, and the hash
  // that ids derive from should not be written by hand. `@quorate/crypto` has the other one anyway, and
  // it is loaded only where it is needed.
  protocol: ['@mysten/bcs', '@noble/hashes', '@scure/base', 'hash-wasm'],
  core: [],
};

/** Tests, and the helpers that only the tests of one package share. */
const testFiles = ['[.]test[.]ts$', '^packages/[^/]+/test/', '^test/'];
const lawEntry = '^packages/[^/]+/src/[^/]+-laws[.]ts$';
/** What packages offer beside their main entry points, so that it is loaded only where it is needed. */
const furtherFace =
  '^packages/(storage/src/lmdb-store|client/src/node|crypto/src/portable|testkit/src/(epoch-network|step-machine))[.]ts$';
const lawFiles = '^packages/[^/]+/src/(laws/.+|[^/]+-laws)[.]ts$';
const notProduction = [...testFiles, lawFiles, '^packages/testkit/'];
const typeOnly = ['type-only', 'type-import'];

/** Any of our packages: where it lies or, where the manifest exports no such path, by its name. */
const anyPackage = '^(packages|@quorate)/';
const publicFace = '^packages/[^/]+/src/index[.]ts$';

/** Matches a library by where npm put it or, where it is not installed, by its name. */
const library = (name) => `(^|/)${name}(/|$)`;

const importsPointDown = Object.entries(mayImport).map(([name, lower]) => ({
  name: `imports-point-down/${name}`,
  severity: 'error',
  comment:
    `${name} may import ${lower.length === 0 ? 'no other package of ours' : lower.join(', ')}. ` +
    'Move the shared piece down to the lowest package that needs it, or take what you need as ' +
    'an argument and let a higher package pass it in.',
  from: { path: `^packages/${name}/` },
  to: { path: '^packages/', pathNot: `^packages/(${[name, 'testkit', ...lower].join('|')})/` },
}));

const pureImports = Object.entries(pureLibraries).map(([name, libraries]) => ({
  name: `pure-libraries/${name}`,
  severity: 'error',
  comment:
    `Of npm ${name} may use ${libraries.join(', ') || 'nothing'}. Write the few lines by hand, ` +
    'move the code to a higher package, or argue for the library where this list stands.',
  from: { path: `^packages/${name}/`, pathNot: testFiles },
  to: {
    pathNot: ['^packages/', ...libraries.map(library)],
    dependencyTypesNot: ['core'],
    couldNotResolve: false,
  },
}));

module.exports = {
  forbidden: [
    ...importsPointDown,
    {
      name: 'imports-point-down/unranked',
      severity: 'error',
      comment:
        'A package without a rank escapes the picture. Give it a line in the table at the head of ' +
        'test/architecture/rules.cjs, and its place in ARCHITECTURE.md.',
      from: { path: '^packages/', pathNot: `^packages/(${Object.keys(mayImport).join('|')})/` },
      to: {},
    },
    ...pureImports,
    {
      name: 'pure-builtins',
      severity: 'error',
      comment:
        'protocol and core touch no host. Return an effect, or take the value as a field of env or ' +
        'as an argument; the code that needs Node belongs in storage, transport, devnet or cli.',
      from: { path: '^packages/(protocol|core)/', pathNot: testFiles },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'types-only/core-to-crypto',
      severity: 'error',
      comment:
        'core sees crypto as an interface. Use `import type` and call what env carries; only tests ' +
        'and higher packages build a signer or a verifier.',
      from: { path: '^packages/core/', pathNot: testFiles },
      to: { path: '^packages/crypto/', dependencyTypesNot: typeOnly },
    },
    {
      name: 'types-only/ports-to-protocol',
      severity: 'error',
      comment:
        'storage and transport know the types of protocol, none of its code. Use `import type`, and ' +
        'take a codec as an option of the function that creates the port.',
      from: { path: '^packages/(storage|transport)/', pathNot: testFiles },
      to: { path: '^packages/protocol/', dependencyTypesNot: typeOnly },
    },
    {
      name: 'public-face',
      severity: 'error',
      comment:
        'Import a package by its name, `@quorate/<package>`, and use what its index.ts exports. If ' +
        'something is missing there, export it; never reach into the folder.',
      from: { path: '^packages/([^/]+)/' },
      to: {
        path: anyPackage,
        pathNot: ['^packages/$1/', publicFace, lawEntry, furtherFace],
      },
    },
    {
      name: 'public-face/tests',
      severity: 'error',
      comment:
        'A test across packages uses packages as their users do: by `@quorate/<package>`. A test that ' +
        'needs the inside of a package belongs beside the file it tests.',
      from: { path: '^test/' },
      to: { path: anyPackage, pathNot: [publicFace, lawEntry, furtherFace] },
    },
    {
      name: 'public-face/by-name',
      severity: 'error',
      comment:
        'Write `@quorate/<package>`, not a relative path: the package manifest then states the ' +
        'dependency, and the published package finds it.',
      from: { path: '^(packages/([^/]+)|test)/' },
      to: {
        path: '^packages/',
        pathNot: '^$1/',
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'own-index',
      severity: 'error',
      comment:
        'index.ts is the face a package shows to others. Inside the package, import the file that ' +
        'holds the thing.',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/$1/src/index[.]ts$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Two files that import each other, types included, cannot be read one at a time. Move what ' +
        'both need into a third file.',
      from: { path: '^(packages|test)/' },
      to: { circular: true },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      comment:
        'testkit is imported by *.test.ts files and by top-level test/ only. Move what production ' +
        'code needs into the package it describes.',
      from: { path: '^packages/(?!testkit/)', pathNot: testFiles },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'test-libraries-are-for-tests',
      severity: 'error',
      comment:
        'vitest is imported by tests, laws and testkit only. Move the check into a *.test.ts file, or ' +
        'the law into `<port>-laws.ts` or `laws/`.',
      from: { path: '^packages/', pathNot: notProduction },
      to: { path: [library('vitest'), library('@vitest/[^/]+')] },
    },
    {
      name: 'only-what-generates-uses-fast-check',
      severity: 'error',
      comment:
        'fast-check is imported by tests, laws and testkit, and by simulator and fuzzer, which draw ' +
        'scenarios with it. Move the check into a *.test.ts file.',
      from: { path: '^packages/', pathNot: [...notProduction, '^packages/(simulator|fuzzer)/'] },
      to: { path: [library('fast-check')] },
    },
    {
      name: 'undici-in-parts',
      severity: 'error',
      comment:
        'All of undici takes three times as long to load as the parts that requests need: see ' +
        'devnet/src/remote/http-pool.ts. Import those, or types alone.',
      from: { path: '^packages/', pathNot: notProduction },
      to: {
        path: '(^|/)undici(/index[.]js|/types/index[.]d[.]ts)?$',
        dependencyTypesNot: typeOnly,
      },
    },
    {
      name: 'laws-are-for-tests',
      severity: 'error',
      comment:
        'A law suite is imported by tests, and leaves its package by its own entry point. Export it ' +
        'as `@quorate/<package>/laws`, never from index.ts.',
      from: { path: '^packages/', pathNot: notProduction },
      to: { path: lawFiles },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      comment:
        'A test runs when it is imported. Move what others need of it into testkit, or into a file of its own.',
      from: {},
      to: { path: '[.]test[.]ts$' },
    },
    {
      name: 'test-helpers-are-for-tests',
      severity: 'error',
      comment:
        'What lies in a test/ folder serves tests. Move what production code needs into src/.',
      from: { path: '^packages/', pathNot: testFiles },
      to: { path: ['^packages/[^/]+/test/', '^test/'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment:
        'An import nobody can follow is an import no rule can judge. Correct the path, or declare ' +
        'the dependency in the manifest of the package and install it.',
      from: { path: '^(packages|test)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^packages/[^/]+/dist/'] },
    tsPreCompilationDeps: true,
    // The root manifest names the workspaces, and so tells `@quorate/core` from a relative path.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['quorate-source', 'import', 'require', 'node', 'default'],
    },
  },
};
