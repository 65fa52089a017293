/**
 * Replaces the characters of a line that would play tricks on a terminal: what networks say
 * contains names that anybody may have given, of tokens for example.
 */
export function printable(line: string): string {
  return line.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
