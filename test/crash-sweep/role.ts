/** What a node is. */
export type Role = 'validator' | 'proxy' | 'client';

/** Tells from its name what a node is. */
export function roleOf(node: string): Role {
  if (/^v\d+$/.test(node)) return 'validator';
  return /^p\d+$/.test(node) ? 'proxy' : 'client';
}
