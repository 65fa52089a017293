/**
 * Leave out of a line what would play tricks on a terminal: what networks say holds names that anybody may
 * have given, of tokens for example.
 */
export function printable(line: string): string {
  return line.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
