import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { formatScenario } from './format-scenario.ts';

/** A file in the canonical form. */
const SPREAD = `version: 1
name: a
cluster:
  validators: 4
  clients:
    alice: { balance: 10 }
    bob: {}
workload:
  - id: w
    client: alice
    steps:
      - { op: pay, to: bob, amount: 1 }
      - { op: pay,
          to: bob, amount: 1 }
faults:
  - { id: f1, kind: crash, node: v1, at: 1 s }
  - id: f2
    kind: cut
    from: [v1, v2]
    to:
      - v3
      - v4
    at:
      events: 3
byzantine: []
expect:
  balances: { alice: 1 }`;

/** A file far from it: keys in another order, brackets over many lines, lists that are not indented. */
const TANGLED = `byzantine: [
  ]
faults:
- kind: crash
  id: f
- { kind: cut,
    from: [ v1,
      v2
      ],
    id: g
  }
x-a:
- - 1
  - 2
- - 3
cluster: {
    clients: {
      alice: {
        balance: 1
      },
      bob: {}
    },
    validators: 4
  }
version: 1`;

/** A file in which aliases stand in the way of the order of keys, in some mappings. */
const LINKED = `x-link: &slow
  mean: 10 ms
  dist: const
name: a
version: 1
cluster:
  clients:
    alice: &rich
      proxy: p1
      balance: 10
    bob: *rich
  validators: 4
workload:
  - steps: &s
      - { to: bob, op: pay, amount: &n 1 }
      - { amount: *n, to: bob, op: pay }
    id: w
    client: alice
  - steps: *s
    id: x
    client: bob
network:
  links:
    - to: &n v1
      from: *n
      drop: 0
    - from: v2
      to: *n
  default: { delay: *slow }`;

/** What may be put in before a line or, as an end, behind it. */
const remark = fc.record({
  line: fc.nat(40),
  what: fc.constantFrom('blank', 'comment', 'comment', 'end'),
  indent: fc.constantFrom(0, 2, 4, 6, 8),
});

/** Any of the files with comments and blank lines anywhere, each comment with a number of its own. */
const anyRemarked = fc
  .tuple(fc.constantFrom(SPREAD, TANGLED, LINKED), fc.array(remark, { maxLength: 8 }))
  .map(([text, remarks]) => {
    // One place more than there are lines: behind the last.
    const lines = [...text.split('\n'), ''];
    return lines
      .flatMap((line, index) => {
        const here = remarks.flatMap((each, number) =>
          each.line % lines.length === index ? [{ ...each, name: `# c${number}` }] : [],
        );
        const before = here.filter(({ what }) => what !== 'end');
        const end = line === '' ? undefined : here.find(({ what }) => what === 'end');
        return [
          ...before.map(({ what, indent, name }) =>
            what === 'blank' ? '' : ' '.repeat(indent) + name,
          ),
          end === undefined ? line : `${line} ${end.name}`,
        ];
      })
      .join('\n');
  })
  .filter((text) => parseDocument(text).errors.length === 0);

function commentsIn(text: string): readonly string[] {
  return (text.match(/# c\d+/g) ?? []).toSorted((a, b) => (a < b ? -1 : 1));
}

function format(...lines: readonly string[]): string {
  return formatScenario(`${lines.join('\n')}\n`, 'x.yaml');
}

describe('formatScenario', () => {
  it('changes nothing the second time, wherever there are comments and blank lines', () => {
    fc.assert(
      fc.property(anyRemarked, (text) => {
        const once = formatScenario(text, 'x.yaml');
        expect(formatScenario(once, 'x.yaml')).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('loses no comment, makes none of nothing, and leaves what the file says', () => {
    fc.assert(
      fc.property(anyRemarked, (text) => {
        const formatted = formatScenario(text, 'x.yaml');
        expect(commentsIn(formatted)).toEqual(commentsIn(text));
        expect(parseDocument(formatted).toJS()).toEqual(parseDocument(text).toJS());
      }),
      { numRuns: 300 },
    );
  });

  it('makes the same of a file whose lines end as on Windows', () => {
    fc.assert(
      fc.property(anyRemarked, (text) => {
        const windows = formatScenario(text.replaceAll('\n', '\r\n'), 'x.yaml');
        expect(windows).toBe(formatScenario(text, 'x.yaml'));
      }),
    );
  });

  it('takes blank lines behind a comment in brackets for nothing else', () => {
    const formatted = format(
      'cluster: {',
      '    clients: {',
      '      bob: {}',
      '    }, # c',
      '',
      '',
      '    validators: 4 }',
    );
    expect(formatted).not.toMatch(/^ +$/m);
    expect(formatScenario(formatted, 'x.yaml')).toBe(formatted);
  });

  it('adds no blank line to a comment that ends a section', () => {
    const text = `workload:
  - id: w
    client: alice
    steps:
      - { op: pay, to: bob, amount: 10 }
  # tail of the list

faults:
  - { id: f1, kind: crash, node: v1, at: 1 s }
  # tail of the list

byzantine: []
`;
    expect(formatScenario(text, 'x.yaml')).toBe(text);
  });

  it('tells comments that end a list from those before what follows, by their columns', () => {
    const text = `workload:
  - id: w
    client: alice
    # the end of w
  # before x
  - id: x
    client: bob
    # the end of x
  # the end of the list

# before the faults
faults:
  - { id: f1, kind: crash, node: v1, at: 1 s }

# the end of the file
`;
    expect(formatScenario(text, 'x.yaml')).toBe(text);
  });

  it('keeps the blank line behind a comment that ends an entry', () => {
    const text = `cluster:
  clients:
    alice:
      # rich
      balance: 1
      # the end of alice

    bob: {}
`;
    expect(formatScenario(text, 'x.yaml')).toBe(text);
  });

  it('has a comment above the first key of a mapping go where the key goes', () => {
    const text = format(
      'cluster: # the whole of it',
      '  # who asks',
      '  clients:',
      '    # the first of them',
      '    alice: {}',
      '  validators: 4',
    );
    expect(text).toBe(`cluster:
  # the whole of it
  validators: 4
  # who asks
  clients:
    # the first of them
    alice: {}
`);
    expect(formatScenario(text, 'x.yaml')).toBe(text);
  });

  it('puts a comment that would stand behind the dash of an item above the item', () => {
    expect(format('faults:', '  - # first of all', '    id: f', '    kind: cut')).toBe(`faults:
  # first of all
  - { id: f, kind: cut }
`);
  });
});
