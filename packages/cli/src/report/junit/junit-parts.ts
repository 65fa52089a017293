import { attributes, escapeXml } from './xml.ts';

/** Gives suites as a whole JUnit report. */
export function testSuites(suites: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="quorate">\n${suites.join('')}</testsuites>\n`;
}

/** Gives one suite: the attributes of its element, its properties by name, and its cases. */
export function testSuite(head: object, known: object, cases: readonly string[]): string {
  const properties = Object.entries(known).map(
    ([name, value]) => `      <property ${attributes({ name, value })}/>\n`,
  );
  return [
    `  <testsuite ${attributes(head)}>\n    <properties>\n`,
    ...properties,
    '    </properties>\n',
    ...cases,
    '  </testsuite>\n',
  ].join('');
}

/** Gives one case; without a body, one that passed. */
export function testCase(classname: string, name: string, body: string): string {
  const head = `    <testcase ${attributes({ classname, name })}`;
  return body === '' ? `${head}/>\n` : `${head}>${body}</testcase>\n`;
}

/** Gives the body of a case that failed: the facts by name, and what shows the failure again. */
export function failureBody(facts: object, text: string): string {
  return `<failure ${attributes(facts)}>${escapeXml(text)}</failure>`;
}
