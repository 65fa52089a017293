/** Lists the titles of the tests in a source text, suites included. */
export function testTitles(source: string): readonly string[] {
  const calls = /(?:\b(?:it|describe)|\))\(\s*(['`"])((?:(?!\1)[^\\]|\\.)*)\1/gs;
  return [...source.matchAll(calls)].map(([, , title]) => title ?? '');
}

/** Tells whether a title names a rule or an operation, as a word of its own. */
export function names(title: string, rule: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9])${rule}(?![A-Za-z0-9])`).test(title);
}
