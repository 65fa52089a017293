import type { Between } from '@quorate/network';
import { known, knownEach } from '../check-steps.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { items, text } from '../loose.ts';
import type { JsonSchema } from '../schema-shapes.ts';

/** Where links begin and end, as the file states it: a node, several, or `*` for all. */
export interface RawEnds {
  readonly from?: string | readonly string[];
  readonly to?: string | readonly string[];
}

const end: JsonSchema = {
  title: 'the name of a node, or a list of them',
  description: 'A node, several, or "*" for all, the default.',
  type: ['string', 'array'],
  items: { title: 'the name of a node', type: 'string' },
};

/** The keys that select links. */
export const endKeys: Readonly<Record<string, JsonSchema>> = { 'from?': end, 'to?': end };

/** Where links begin and end. */
export type Ends = Pick<Between, 'from' | 'to'>;

/** Converts checked ends and fills in defaults. */
export function buildEnds({ from = '*', to = '*' }: RawEnds): Ends {
  return { from: listed(from), to: listed(to) };
}

function listed(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? [names] : names;
}

/** Gives ends as a file states them; the inverse of `buildEnds`. */
export function rawOfEnds({ from, to }: Ends): RawEnds {
  return { from: rawEnd(from), to: rawEnd(to) };
}

function rawEnd(names: readonly string[]): string | readonly string[] {
  const [only] = names;
  return names.length === 1 && only !== undefined ? only : names;
}

/** Finds nodes at the ends of links that do not exist; accepts values of any shape. */
export function checkEndNames(links: unknown, path: Path, nodes: readonly string[]): Problem[] {
  const names = ['*', ...nodes];
  return ['from', 'to'].flatMap((key) => [
    ...known('node', [...path, key], text(links, key), names),
    ...knownEach('node', items(links, key), [...path, key], names),
  ]);
}
