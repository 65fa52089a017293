import type { Path, Problem } from '../diagnostic.ts';

/** Creates advice about the value at a path: it points at the key, or at the item of a list. */
export function advice(path: Path, message: string): Problem {
  return { path, at: typeof path.at(-1) === 'number' ? 'value' : 'key', message };
}
