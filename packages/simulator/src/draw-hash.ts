import { createHash } from 'node:crypto';
import type { DrawObserver } from '@quorate/network';

/** Condenses every random draw of a run, and its stream, into one value. */
export interface DrawHash {
  readonly observe: DrawObserver;
  /** Tells the hash of the draws so far. Shape: 64 hex digits. */
  digest(): string;
}

/** Crossing into native code costs more than hashing a line, so lines go over in batches. */
const BATCH_CHARACTERS = 32_768;

/**
 * Creates the hash of no draws.
 *
 * Two runs can deliver the same messages and yet have drawn differently: their traces are equal, and
 * this tells them apart. It is SHA-256 over one line per draw: the value, a space, the stream.
 */
export function createDrawHash(): DrawHash {
  const hash = createHash('sha256');
  let batch = '';

  function flush(): void {
    hash.update(batch);
    batch = '';
  }

  return {
    observe(stream, value) {
      batch += `${value} ${stream}\n`;
      if (batch.length >= BATCH_CHARACTERS) flush();
    },
    digest() {
      flush();
      return hash.copy().digest('hex');
    },
  };
}
