/** Describes a habit that no other tool refuses, and what to do instead. */
interface TidyRule {
  readonly name: string;
  readonly files: RegExp;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The most lines a file of a package may have. */
export const FILE_LINES_MAX = 400;

const TESTS = /[.](?:test|bench)[.]ts$|-laws[.]ts$|^packages\/testkit\//;
const PACKAGE_FILES = /^packages\/[^/]+\/src\/.*[.]ts$/;
const PRODUCTION = /^packages\/[^/]+\/src\/(?!.*[.]test[.]ts$).*[.]ts$/;
const TYPESCRIPT = /[.]ts$/;
const EVERYTHING_BUT_CI = /^(?!\.ci\/run$)/;

const rules: readonly TidyRule[] = [
  {
    name: 'focused-or-skipped',
    files: TESTS,
    pattern: /\.(?:only|skip|todo)\(/,
    instead: 'Run the test or remove it: a test that does not run proves nothing.',
  },
  {
    name: 'weak-truth',
    files: TESTS,
    pattern: /\.(?:toBeTruthy|toBeFalsy|toBeDefined)\(/,
    instead: 'Assert the exact value with toBe or toEqual.',
  },
  {
    name: 'bare-throw',
    files: TESTS,
    pattern: /\.(?:toThrow|toThrowError)\(\s*\)/,
    instead:
      'Assert the code: toThrow(expect.objectContaining({ code })); for no throw, just call.',
  },
  {
    name: 'real-time-in-tests',
    files: TESTS,
    pattern: /\b(?:setTimeout|setInterval)\(/,
    instead: 'Use the virtual clock and advance it.',
  },
  {
    name: 'unfinished',
    files: TYPESCRIPT,
    pattern: /\b(?:TO[D]O|FIX[M]E|X[X]X)\b/,
    instead: 'Finish it, or open an issue and leave the code whole.',
  },
  {
    name: 'silenced-compiler',
    files: TYPESCRIPT,
    pattern: /@ts-(?:ignore|expect-error|nocheck)/,
    instead: 'Narrow the type, or declare the small interface the code relies on.',
  },
  {
    name: 'silenced-linter',
    files: PRODUCTION,
    pattern: /\bbiome-ignore\b/,
    instead: 'Follow the rule, or state the exception in biome.json, where all exceptions are.',
  },
  {
    name: 'outside-folder',
    files: EVERYTHING_BUT_CI,
    pattern: /\.\.\/[s]hared\b/,
    instead: 'The repository stands alone: state the fact here, or check it from .ci/run.',
  },
];

function findRule(rule: TidyRule, file: string, lines: readonly string[]): readonly string[] {
  if (!rule.files.test(file)) return [];
  return lines.flatMap((line, index) =>
    rule.pattern.test(line) ? [`${file}:${index + 1} ${rule.name}: ${rule.instead}`] : [],
  );
}

/** Finds what is untidy in a file; each finding names the place, the rule and what to do instead. */
export function findUntidy(file: string, text: string): readonly string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const found = rules.flatMap((rule) => findRule(rule, file, lines));
  if (lines.length <= FILE_LINES_MAX || !PACKAGE_FILES.test(file)) return found;
  const long = `${file}:${FILE_LINES_MAX} long-file: Give the second noun of this file its own.`;
  return [...found, long];
}
