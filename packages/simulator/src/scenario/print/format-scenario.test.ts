import { errorOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formatScenario } from './format-scenario.ts';

/** Formats the lines of a file. */
function format(...lines: readonly string[]): string {
  return formatScenario(`${lines.join('\n')}\n`, 'x.yaml');
}

describe('formatScenario', () => {
  it('gives sections, steps and clients lines of their own, and everything else one line', () => {
    const text = format(
      '{"version":1,"name":"a","cluster":{"validators":4,"clients":{"alice":{"balance":10},"bob":{}}},',
      '"network":{"default":{"delay":{"dist":"const","mean":"1 ms"}}},',
      '"workload":[{"id":"w","client":"alice","steps":[{"op":"pay","to":"bob","amount":1}]}],',
      '"limits":{"simTime":"9 s"}}',
    );
    expect(text).toBe(`version: 1
name: a

cluster:
  validators: 4
  clients:
    alice: { balance: 10 }
    bob: {}

network:
  default: { delay: { dist: const, mean: 1 ms } }

workload:
  - id: w
    client: alice
    steps:
      - { op: pay, to: bob, amount: 1 }

limits:
  simTime: 9 s
`);
  });

  it('brings keys into the order of the schema, ids first, names and steps left as they are', () => {
    const text = format(
      'name: a',
      'workload:',
      '  - client: zoe',
      '    steps:',
      '      - { amount: 1, outcome: final, to: adam, token: gold, op: pay }',
      '    id: w',
      'cluster:',
      '  clients:',
      '    zoe: {}',
      '    adam: {}',
      '  x-mine: 1',
      '  validators: 4',
      'faults:',
      '  - { at: 1 s, node: v1, kind: crash, id: f }',
      'version: 1',
    );
    expect(text).toBe(`version: 1
name: a

cluster:
  validators: 4
  clients:
    zoe: {}
    adam: {}
  x-mine: 1

workload:
  - id: w
    client: zoe
    steps:
      - { op: pay, token: gold, to: adam, amount: 1, outcome: final }

faults:
  - { id: f, kind: crash, node: v1, at: 1 s }
`);
  });

  it('keeps comments with what they stand before or behind', () => {
    const text = format(
      '# yaml-language-server: $schema=../scenario.schema.json',
      '# What it shows.',
      'name: a # the name',
      'version: 1',
      'cluster:',
      '  # Four of them.',
      '  validators: 4',
      '  clients: { alice: {}, # rich',
      '    bob: {} }',
      'workload:',
      '  - id: w',
      '    client: alice',
      '    steps:',
      '      # First this.',
      '      - { op: pay, to: bob, amount: 1 }',
      '',
      '      # Then that.',
      '      - { op: wait, for: 1 s } # for long',
      '# the end',
    );
    expect(text).toBe(`# yaml-language-server: $schema=../scenario.schema.json
# What it shows.
version: 1
name: a # the name

cluster:
  # Four of them.
  validators: 4
  clients:
    alice: {} # rich
    bob: {}

workload:
  - id: w
    client: alice
    steps:
      # First this.
      - { op: pay, to: bob, amount: 1 }

      # Then that.
      - { op: wait, for: 1 s } # for long

# the end
`);
    expect(formatScenario(text, 'x.yaml')).toBe(text);
  });

  it('spreads what does not fit on a line', () => {
    const long = 'a description that goes on, '.repeat(4);
    const text = format(`workload: [{ steps: [{ op: escrow-job, description: "${long}" }] }]`);
    expect(text).toBe(`workload:
  - steps:
      - op: escrow-job
        description: "${long}"
`);
  });

  it('drops quotes that nothing needs, and sets those that a number needs', () => {
    const text = format(
      'name: "a"',
      "description: 'x: y'",
      'seed: 18446744073709551615',
      'x-a: 0x1F',
    );
    expect(text).toBe(`name: a
description: "x: y"
seed: "18446744073709551615"
x-a: 0x1f
`);
  });

  it('writes text and keys on lines of their own like any other where they come to stand on one line', () => {
    const text = `? >- # both of them
  expect
:
  outcomes:
    alice: >-
      final
    ? |-
      bob
    : final
`;
    const formatted = formatScenario(text, 'x');
    expect(formatted).toBe(`# both of them
expect:
  outcomes: { alice: final, bob: final }
`);
    expect(formatScenario(formatted, 'x')).toBe(formatted);
  });

  it('says the same of text that begins or ends with blank lines, and nothing more the second time', () => {
    const blanks = fc.string({ unit: fc.constantFrom(' ', '\n', '\n', 'a', '\t'), maxLength: 6 });
    fc.assert(
      fc.property(blanks, (description) => {
        const file = JSON.stringify({
          name: 'x',
          description,
          'x-note': [{ description }],
          cluster: {},
        });
        const text = formatScenario(file, 'x.yaml');
        expect(parse(text)).toEqual(JSON.parse(file));
        expect(formatScenario(text, 'x.yaml')).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves the order of a mapping alone where an alias would come to stand before its anchor', () => {
    const text = format(
      'x-a: &d { mean: 10 ms, dist: const }',
      'network: { links: [{ delay: *d, to: v1, from: v2 }] }',
      'cluster: { clients: {}, validators: 4 }',
      'version: 1',
    );
    expect(text).toBe(`x-a: &d
  mean: 10 ms
  dist: const

network:
  links:
    - { from: v2, to: v1, delay: *d }

cluster:
  validators: 4
  clients: {}

version: 1
`);
    expect(formatScenario(text, 'x.yaml')).toBe(text);
  });

  it('orders a mapping that has an anchor, where its alias comes later all the same', () => {
    const text = format(
      'workload:',
      '  - steps: &s [{ to: bob, op: pay, amount: 1 }]',
      '    client: alice',
      '    id: w',
      '  - { client: bob, steps: *s, id: x }',
    );
    expect(text).toBe(`workload:
  - id: w
    client: alice
    steps: &s
      - { op: pay, to: bob, amount: 1 }
  - { id: x, client: bob, steps: *s }
`);
    expect(formatScenario(text, 'x.yaml')).toBe(text);
  });

  it('leaves an alias with the nearer of two anchors of one name', () => {
    const text = format(
      'workload:',
      '  - { x-old: &d 1, steps: &d [], x-new: *d, id: w }',
      'version: 1',
    );
    expect(text).toContain('{ x-old: &d 1, steps: &d [], x-new: *d, id: w }');
  });

  it.each([
    ['an empty file', '', 'got nothing'],
    ['comments alone', '# To do', 'got nothing'],
    ['notes', 'To do:this and that', 'got "To do:this and that"'],
    ['a list', '- name: x', 'got a list'],
  ])('leaves %s alone', (_, text, got) => {
    expect(errorOf(() => format(text))).toMatchObject({
      diagnostics: [{ message: `expected a Quorate scenario, ${got}` }],
    });
  });

  it('refuses what is not YAML', () => {
    expect(errorOf(() => format('name: ['))).toMatchObject({ code: 'InvalidScenario' });
  });
});
