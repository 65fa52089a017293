import { MAX_VALIDATORS } from './schema.ts';

/** Name the nodes that a cluster of this size has besides its clients. */
export function nodeNames(size: unknown): {
  readonly validators: readonly string[];
  readonly proxy: string;
} {
  const isCount = typeof size === 'number' && Number.isInteger(size);
  const count = isCount ? Math.min(Math.max(size, 0), MAX_VALIDATORS) : 0;
  const validators = Array.from({ length: count }, (_, index) => `v${index + 1}`);
  return { validators, proxy: 'p1' };
}

/** Tell a key that belongs to the author of the file, and that nothing reads. */
export function isExtension(key: string): boolean {
  return key.startsWith('x-');
}
