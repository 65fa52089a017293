import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = read('docs/scenarios.md');

/** A node of the schema, of which this test follows these keys. */
interface Node {
  readonly $ref?: string;
  readonly allOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly const?: string;
}

const schema: Node & { readonly definitions: Readonly<Record<string, Node>> } = JSON.parse(
  read('packages/simulator/scenario.schema.json'),
);

/** One of several mappings, or one key, as the first cell of a row has it: `pay {to, amount}`. */
interface Row {
  readonly name: string;
  /** The keys in its braces; none if it has no braces. */
  readonly keys: readonly string[];
}

/** Mappings that the key `tag` distinguishes, and the table of a section that has a row for each. */
interface Forms {
  readonly head: string;
  readonly section: string;
  readonly tag: string;
  readonly path: readonly string[];
  /** Keys that the page describes once for all of them. */
  readonly beside: readonly string[];
  /** Keys of single ones that the page describes outside of their row. */
  readonly more: Readonly<Record<string, readonly string[]>>;
}

describe('docs/scenarios.md', () => {
  it('has a row for each key of a file, of its cluster and of its limits, and for no other', () => {
    const { cluster, limits, $schema: _, ...others } = at().properties ?? {};
    const expected = [
      ...Object.keys(others),
      ...keysOf(cluster).map((key) => `cluster.${key}`),
      ...keysOf(limits).map((key) => `limits.${key}`),
    ];
    expect(sorted(rowsOf('The keys', 'key').map(({ name }) => name))).toEqual(sorted(expected));
  });

  it.each([
    { section: 'network', head: 'key of a link', path: ['network', 'default'], beside: [] },
    { section: 'changes', head: 'key', path: ['changes'], beside: ['id', 'at', 'when', 'members'] },
    { section: 'swarm', head: 'key', path: ['swarm'], beside: [] },
    { section: 'expect', head: 'key', path: ['expect'], beside: [] },
  ])(
    'has a row for each key under `$section`, and for no other',
    ({ section, head, path, beside }) => {
      const node = at(...path);
      const rows = rowsOf(section, head);
      expect(sorted([...rows.map(({ name }) => name), ...beside])).toEqual(sorted(keysOf(node)));
      for (const { name, keys } of rows.filter((row) => row.keys.length > 0)) {
        expect({ name, keys: sorted(keys) }).toEqual({
          name,
          keys: sorted(keysOf(node.properties?.[name])),
        });
      }
    },
  );

  const steps = tagged(at('workload', 'steps'), 'op');
  const alike = keysOf(steps.get('join-committee'));
  const inTables = rowsOf('workload', 'key').map(({ name }) => name);

  it('has a row for each key about how a step is written and what is read, and for no other', () => {
    const inProse = ['op', 'of', 'release', 'outcome', 'code'];
    const expected = [...alike, ...keysOf(steps.get('read'))];
    expect(sorted([...inTables, ...inProse])).toEqual(sorted(expected));
  });

  it.each<Forms>([
    {
      head: 'step',
      section: 'workload',
      tag: 'op',
      path: ['workload', 'steps'],
      beside: alike,
      more: { pay: ['from', 'await'], batch: ['from'], read: inTables },
    },
    {
      head: 'fault',
      section: 'faults',
      tag: 'kind',
      path: ['faults'],
      beside: ['id', 'kind', 'at', 'when', 'until'],
      more: {},
    },
    {
      head: 'act',
      section: 'byzantine',
      tag: 'act',
      path: ['byzantine', 'acts'],
      beside: ['id', 'act', 'at', 'when', 'only', 'times', 'for'],
      more: {},
    },
  ])(
    'has a row for each $head with its keys, and for no other',
    ({ head, section, tag, path, beside, more }) => {
      const rows = rowsOf(section, head);
      const forms = tagged(at(...path), tag);
      expect(sorted(rows.map(({ name }) => name))).toEqual(sorted([...forms.keys()]));
      for (const { name, keys } of rows) {
        const known = keysOf(forms.get(name));
        const elsewhere = [...beside, ...(more[name] ?? [])];
        expect({ name, unknown: keys.filter((key) => !known.includes(key)) }).toEqual({
          name,
          unknown: [],
        });
        const missing = known.filter((key) => !keys.includes(key) && !elsewhere.includes(key));
        expect({ name, missing }).toEqual({ name, missing: [] });
      }
    },
  );

  it('mentions every key that a file can have', () => {
    const words = new Set(page.match(/\$?[A-Za-z][A-Za-z0-9-]*/g));
    expect(everyKey(schema).filter((key) => !words.has(key))).toEqual([]);
  });
});

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

function sorted(words: readonly string[]): readonly string[] {
  return [...new Set(words)].sort();
}

/** Finds the node of the schema at these keys; lists count for what is in them. */
function at(...path: readonly string[]): Node {
  return path.reduce((node, key) => inner(node.properties?.[key] ?? {}), inner(schema));
}

/** Follows references, and leads from a list to its entries. */
function inner(node: Node): Node {
  const [first] = node.allOf ?? [];
  if (node.$ref !== undefined)
    return inner(schema.definitions[node.$ref.split('/').pop() ?? ''] ?? {});
  if (first !== undefined) return inner(first);
  return node.items === undefined ? node : inner(node.items);
}

function keysOf(node: Node | undefined): readonly string[] {
  return Object.keys(inner(node ?? {}).properties ?? {});
}

/** Gives the mappings that a key distinguishes, by its words. */
function tagged(node: Node, tag: string): ReadonlyMap<string, Node> {
  return new Map(
    (node.oneOf ?? []).map((each) => [each.properties?.[tag]?.const ?? '', each] as const),
  );
}

/** Lists every key that the schema names, at any depth. */
function everyKey(node: Node): readonly string[] {
  const { properties = {}, oneOf = [], items, additionalProperties } = inner(node);
  const named = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const below = [...Object.values(properties), ...oneOf, ...(items ? [items] : []), ...named];
  return [...new Set([...Object.keys(properties), ...below.flatMap(everyKey)])];
}

/** Lists what the first cells name in the tables of a section whose first column has this head. */
function rowsOf(section: string, head: string): readonly Row[] {
  const [, after = ''] = page.split(new RegExp(`^#+ \`?${section}\`?$`, 'm'));
  const [text = ''] = after.split(/^#/m);
  return text
    .split('\n\n')
    .filter((block) => block.startsWith(`| ${head} |`))
    .flatMap((block) => block.split('\n').slice(2))
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, span = '']) => rowOf(span));
}

/** Reads `name`, `name {key, key}`, `name: value` and `{ tag: name, key, key: value }`. */
function rowOf(span: string): Row {
  const [, before = '', braces = ''] = /^([^{]*)(?:\{(.*)\})?$/.exec(span) ?? [];
  const [first = '', ...others] = braces
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const keyOf = (text: string) => text.replace(/:.*/, '').trim();
  if (before.trim() !== '')
    return { name: keyOf(before), keys: [first, ...others].filter(Boolean).map(keyOf) };
  return { name: first.replace(/.*:/, '').trim(), keys: others.map(keyOf) };
}
