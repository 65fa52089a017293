/**
 * Tells equal texts apart, in order: the second gets " (2)" at its end, and so on. No two names are
 * equal, whatever the texts are.
 */
export function createNumbering(): (text: string) => string {
  const counts = new Map<string, number>();
  const given = new Set<string>();
  return (text) => {
    let time = counts.get(text) ?? 0;
    let name: string;
    do {
      time += 1;
      name = time === 1 ? text : `${text} (${time})`;
    } while (given.has(name));
    counts.set(text, time);
    given.add(name);
    return name;
  };
}
