import { createHash } from 'node:crypto';

/** Give the first hex digits of the SHA-256 of a text, to name a file by what is in it. */
export function textDigest(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
