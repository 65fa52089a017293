/** Compares texts by their code units, the same on every host. */
export function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
