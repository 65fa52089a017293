import ts from 'typescript';

/** Names what a package publishes. */
export interface Published {
  /** Where its declarations lie. */
  readonly folder: string;
  /** The declarations of each entry point. */
  readonly entries: readonly string[];
}

/**
 * Finds the types that a user of a package meets and cannot name, as `where it is met: its name`.
 *
 * Users meet what the signature of an exported function or class names, and its parts: they keep
 * options in a variable before the call, and hand on parts of a result. The parts of such a part
 * they can reach by its key.
 */
export function findUnnamed(
  program: ts.Program,
  { folder, entries }: Published,
): readonly string[] {
  const checker = program.getTypeChecker();
  const original = (symbol: ts.Symbol): ts.Symbol =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const exported = new Set(
    entries.flatMap((entry) => exportsOf(program, entry)).map((symbol) => original(symbol)),
  );

  function ownTypesIn(symbol: ts.Symbol): readonly ts.Symbol[] {
    const declarations = symbol.declarations ?? [];
    const named = declarations.flatMap(typeNamesIn).flatMap((name) => {
      const found = checker.getSymbolAtLocation(name);
      return found === undefined ? [] : [original(found)];
    });
    return [...new Set(named)].filter(isOwnType);
  }
  function isOwnType({ flags, declarations }: ts.Symbol): boolean {
    const file = declarations?.[0]?.getSourceFile().fileName;
    return (flags & ts.SymbolFlags.TypeParameter) === 0 && file?.startsWith(folder) === true;
  }

  const callable = [...exported].filter(({ flags }) => (flags & CALLABLE) !== 0);
  const met = callable.flatMap((symbol) => [symbol, ...ownTypesIn(symbol)]);
  return [...new Set(met)].flatMap((symbol) =>
    ownTypesIn(symbol)
      .filter((type) => !exported.has(type))
      .map((type) => `${symbol.name}: ${type.name}`),
  );
}

const CALLABLE = ts.SymbolFlags.Function | ts.SymbolFlags.Class | ts.SymbolFlags.Variable;

function exportsOf(program: ts.Program, entry: string): readonly ts.Symbol[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(entry);
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${entry} is not built`);
  return checker.getExportsOfModule(module);
}

/** Gives the names of types in a declaration, except for its private members. */
function typeNamesIn(node: ts.Node): readonly ts.Node[] {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)) return [];
  const names: ts.Node[] = [];
  if (ts.isTypeReferenceNode(node)) names.push(node.typeName);
  if (ts.isExpressionWithTypeArguments(node)) names.push(node.expression);
  ts.forEachChild(node, (child) => {
    names.push(...typeNamesIn(child));
  });
  return names;
}
