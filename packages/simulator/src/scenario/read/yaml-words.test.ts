import { expect, it } from 'vitest';
import { BASE, diagnose, withLine } from '../../../test/base-scenario.ts';

const NEIGHBOURS =
  'expected one key on a line, indented like its neighbours; text with ": " needs quotes';
const KEY = 'expected a key, ":" and a space before what stands under it';
const COMMA = 'expected commas between the entries of { } and [ ], and no "- " before them';

it('names the ends of lines where all of them are CR', () => {
  expect(diagnose(BASE.replaceAll('\n', '\r'))).toEqual([
    'x.yaml:1:11: expected LF or CRLF at the end of each line, got CR',
  ]);
});

it.each([
  [2, 'name: base\ndescription: first: the lock', `3:14: ${NEIGHBOURS}`],
  [4, ' validators: 4', `4:14: ${NEIGHBOURS}`],
  [4, '   validators: 4', '5:1: expected the same indentation as its neighbours'],
  [12, '      - op: pay, to: bob, amount: 1', `12:13: ${NEIGHBOURS}`],
  [2, 'name base', `2:1: ${KEY}`],
  [2, 'name:base', `2:1: ${KEY}`],
  [12, '      - { op: pay to: bob, amount: 1 }', `12:15: ${COMMA}`],
  [5, '  clients: {', `7:5: ${COMMA}`],
  [
    12,
    '      - { op: pay, to: bob, amount: 1',
    '13:1: expected a closing }: the { before this is still open',
  ],
  [11, '    steps: [', `12:7: ${COMMA}`],
  [12, '      [', '13:1: expected a closing ]: the [ before this is still open'],
  [2, 'name: base\ndescription: "first', '3:14: the text that begins here has no closing "'],
  [2, "name: base\ndescription: 'first", "3:14: the text that begins here has no closing '"],
  [
    2,
    "name: base\ndescription: 'Alice's lock'",
    '3:21: expected nothing more here: the value before it has ended',
  ],
  [12, '      - { op: pay, to: bob, amount: 1 }}', '12:40: closes what nothing has opened'],
  [12, '      - { op: pay,, to: bob, amount: 1 }', '12:19: expected an entry before this comma'],
  [
    2,
    'name: base\nnetwork: { links: [{ from: * }] }',
    '3:28: expected a name behind this; text that begins with * or & needs quotes',
  ],
  [2, 'name: base\ndescription: @lock', '3:14: text that begins with @ needs quotes'],
  [
    2,
    'name: base\ndescription: !lock',
    '3:14: there is no tag !lock; text that begins with ! needs quotes',
  ],
])('says in line %i what to do about %j', (line, replacement, expected) => {
  expect(diagnose(withLine(line, replacement))).toEqual([`x.yaml:${expected}`]);
});

it.each([
  ['{ version: 1', '1:13: expected a closing }: the { before this is still open'],
  ['[version', '1:9: expected a closing ]: the [ before this is still open'],
  ['cluster:\n\tvalidators: 4', '2:1: expected spaces before this, got a tab'],
])('says of a file of nothing but %j what to do', (text, expected) => {
  expect(diagnose(text)).toEqual([`x.yaml:${expected}`]);
});

it('knows a key whose value follows without a space', () => {
  const text = withLine(12, '      - { op: pay, to:bob, amount: 1 }');
  expect(diagnose(text)).toContain(
    'x.yaml:12:20: workload[0].steps[0]: unknown key "to:bob"; did you mean "to: bob"?',
  );
});
