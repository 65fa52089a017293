import { describe, expect, it } from 'vitest';
import { BASE, diagnose, withLine } from '../../../test/base-scenario.ts';

const TOO_DEEP = 'expected at most 100 lists and mappings inside each other, and this lies deeper';

describe('what is good YAML and no data', () => {
  it.each([
    [
      'a key that is null',
      7,
      '    bob: {}\n    null: {}',
      [
        'x.yaml:8:5: cluster.clients: expected a name: lower-case letters, digits and dashes, a letter first, got ""',
      ],
    ],
    [
      'a key that is an alias',
      7,
      '    bob: { x-name: &name Bob }\n    *name : {}',
      [
        'x.yaml:8:5: cluster.clients: expected a name: lower-case letters, digits and dashes, a letter first, got "Bob"',
      ],
    ],
    [
      'keys that are no text',
      7,
      '    bob: &b {}\n    ? [a, b]\n    : {}\n    *b : {}',
      [
        'x.yaml:8:7: expected text as a key, got a list',
        'x.yaml:10:5: expected text as a key, got keys and values',
      ],
    ],
    [
      'brackets that lie too deep',
      2,
      `name: base\nx-a: ${'['.repeat(99)}[1]${']'.repeat(99)}`,
      [`x.yaml:3:105: ${TOO_DEEP}`],
    ],
    [
      'brackets past all bearing',
      2,
      `name: base\nx-a: ${'['.repeat(3000)}${']'.repeat(3000)}`,
      [expect.stringContaining(`: ${TOO_DEEP}`)],
    ],
    [
      'what lies too deep by aliases only',
      2,
      [
        'name: base',
        `x-a: &a ${'['.repeat(60)}${']'.repeat(60)}`,
        `x-b: ${'['.repeat(40)}*a${']'.repeat(40)}`,
      ].join('\n'),
      [`x.yaml:4:46: ${TOO_DEEP}`],
    ],
  ])('is refused at its place: %s', (_, line, text, expected) => {
    expect(diagnose(withLine(line, text))).toEqual(expected);
  });

  it('takes a hundred lists and mappings inside each other', () => {
    expect(diagnose(`${BASE}x-a: ${'['.repeat(99)}${']'.repeat(99)}\n`)).toEqual([]);
  });
});
