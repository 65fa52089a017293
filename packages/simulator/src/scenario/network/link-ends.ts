import type { Path, Problem } from '../diagnostic.ts';
import { type Form, type Loaded, orElse } from '../forms.ts';
import { items, text } from '../loose.ts';
import { known, knownEach } from '../steps/check-steps.ts';

/** A node, several, or `*` for all; a list of one is stated as that one. */
const end: Form<readonly string[], string | readonly string[]> = {
  schema: {
    title: 'the name of a node, or a list of them',
    description: 'A node, several, or "*" for all, the default.',
    type: ['string', 'array'],
    items: { title: 'the name of a node', type: 'string' },
  },
  load: (stated) => (typeof stated === 'string' ? [stated] : stated),
  state(names) {
    const [only] = names;
    return names.length === 1 && only !== undefined ? only : names;
  },
};

/** The forms of the keys that select links. */
export const ends = { 'from?': orElse(end, '*'), 'to?': orElse(end, '*') };

/** Where links begin and end. */
export type Ends = Loaded<typeof ends>;

/** Finds nodes at the ends of links that do not exist; accepts values of any shape. */
export function checkEndNames(links: unknown, path: Path, nodes: readonly string[]): Problem[] {
  const names = ['*', ...nodes];
  return ['from', 'to'].flatMap((key) => [
    ...known('node', [...path, key], text(links, key), names),
    ...knownEach('node', items(links, key), [...path, key], names),
  ]);
}
