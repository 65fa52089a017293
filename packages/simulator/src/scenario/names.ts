import { MAX_PROXIES, MAX_VALIDATORS } from './schema.ts';

/** Name the nodes that a cluster of this size has besides its clients; takes values of any shape. */
export function nodeNames(
  size: unknown,
  proxies: unknown = 1,
): { readonly validators: readonly string[]; readonly proxies: readonly string[] } {
  return {
    validators: numbered('v', countIn(size, MAX_VALIDATORS)),
    proxies: numbered('p', countIn(proxies, MAX_PROXIES)),
  };
}

function countIn(size: unknown, most: number): number {
  const isCount = typeof size === 'number' && Number.isInteger(size);
  return isCount ? Math.min(Math.max(size, 0), most) : 0;
}

function numbered(letter: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

/** Tell a key that belongs to the author of the file, and that nothing reads. */
export function isExtension(key: string): boolean {
  return key.startsWith('x-');
}
