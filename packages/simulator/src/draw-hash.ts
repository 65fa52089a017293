import type { DrawObserver } from '@quorate/network';
import { createLineHash } from './line-hash.ts';

/** Condenses every random draw of a run, and its stream, into one value. */
export interface DrawHash {
  /** Gives what hears the draws of one stream. */
  readonly listen: (stream: string) => DrawObserver;
  /** Tells the hash of the draws so far. Shape: 64 hex digits. */
  digest(): string;
}

/**
 * Creates the hash of no draws.
 *
 * Two runs can deliver the same messages and yet have drawn differently: their traces are equal, and
 * this tells them apart. It is SHA-256 over one line per draw: the value, a space, the stream.
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
