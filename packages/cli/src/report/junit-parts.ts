import { attributes } from './xml.ts';

/** Gives suites as a whole JUnit report. */
export function testSuites(suites: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="quorate">\n${suites.join('')}</testsuites>\n`;
}

/** Gives what is known of a suite, each property by its name. */
export function suiteProperties(known: object): string {
  const properties = Object.entries(known).map(
    ([name, value]) => `      <property ${attributes({ name, value })}/>\n`,
  );
  return `    <properties>\n${properties.join('')}    </properties>\n`;
}

/** Gives one case; without a body, one that passed. */
export function testCase(classname: string, name: string, body: string): string {
  const head = `    <testcase ${attributes({ classname, name })}`;
  return body === '' ? `${head}/>\n` : `${head}>${body}</testcase>\n`;
}
