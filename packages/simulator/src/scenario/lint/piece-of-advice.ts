import type { Path, Problem } from '../diagnostic.ts';

/** Advises on what stands at a path: on the key, or on the item of a list. */
export function advice(path: Path, message: string): Problem {
  return { path, at: typeof path.at(-1) === 'number' ? 'value' : 'key', message };
}
