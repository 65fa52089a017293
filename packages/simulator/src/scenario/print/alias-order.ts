import { isNode, type Pair, visit } from 'yaml';

/** The anchors that entries of a mapping define, and the aliases that they use. */
interface Names {
  readonly anchors: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
}

/**
 * Tells whether reordering the entries of a mapping would change what an alias stands for: it would
 * come before its anchor, or after another anchor of that name.
 *
 * This depends on this mapping alone, not on the order inside of its entries or around it.
 */
export function changesAliases(before: readonly Pair[], after: readonly Pair[]): boolean {
  const places = new Map(after.map((pair, place) => [pair, place]));
  const named = before
    .map((pair) => ({ place: places.get(pair) ?? 0, names: namesIn(pair) }))
    .filter(({ names }) => names.anchors.size + names.aliases.size > 0);
  return named.some(({ place, names }, index) =>
    named.slice(index + 1).some((later) => later.place < place && areBound(names, later.names)),
  );
}

function namesIn({ key, value }: Pair): Names {
  const [anchors, aliases] = [new Set<string>(), new Set<string>()];
  for (const node of [key, value].filter(isNode)) {
    visit(node, {
      Alias: (_, { source }) => {
        aliases.add(source);
      },
      Value: (_, { anchor }) => {
        if (anchor !== undefined) anchors.add(anchor);
      },
    });
  }
  return { anchors, aliases };
}

/** Tells whether one entry defines an anchor that the other uses or defines again. */
function areBound(one: Names, other: Names): boolean {
  const isMet = ({ anchors }: Names, { anchors: others, aliases }: Names) =>
    [...anchors].some((name) => others.has(name) || aliases.has(name));
  return isMet(one, other) || isMet(other, one);
}
