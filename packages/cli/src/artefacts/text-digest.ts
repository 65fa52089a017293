import { createHash } from 'node:crypto';

/** Gives the first hex digits of the SHA-256 of a text, to name a file by its content. */
export function textDigest(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
