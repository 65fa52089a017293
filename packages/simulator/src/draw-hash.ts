import type { DrawObserver } from '@quorate/network';
import { createLineHash } from './line-hash.ts';

/** Hashes all random draws of a run and the streams they come from. */
export interface DrawHash {
  /** Gives the observer for the draws of one stream. */
  readonly listen: (stream: string) => DrawObserver;
  /** Gives the hash of the draws so far. Shape: 64 hex digits. */
  digest(): string;
}

/**
 * Creates the hash of no draws.
 *
 * Two runs can deliver the same messages after different draws. Then their traces are equal, but
 * these hashes differ. It is SHA-256 over one line per draw: the value, a space, the stream.
 */
export function createDrawHash(): DrawHash {
  const { digits, bytes, digest } = createLineHash();
  return {
    listen(stream) {
      const ending = Buffer.from(` ${stream}\n`);
      return (value) => {
        digits(value);
        bytes(ending);
      };
    },
    digest,
  };
}
